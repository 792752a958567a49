// Runs inline.py in Pyodide: node inline.mjs PYODIDE CHECKOUT PUZZLE...
import path from "node:path";

const [folder, checkout, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(path.resolve(folder, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: path.resolve(folder) + "/" });
for (const [place, from] of [["/site", path.resolve(folder, "site")], ["/app", path.resolve(checkout)]]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, from);
}
python.globals.set("names", python.toPy(names));
await python.runPythonAsync(`
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/site", "/app", "/app/tests"]
from inline import answers
for told in answers(list(names)):
    print(json.dumps(told, ensure_ascii=False))
`);
