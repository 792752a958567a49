// A worker of a page without a server: the operations of puzzasp, by Python and clingo in this browser.

const HERE = new URL("..", import.meta.url);
const MEGABYTE = 2 ** 20;

/** Load Python with clingo, and the archive with puzzasp and its puzzles. */
async function load({ pyodide, packages, folders }) {
  const [runtime, wheels] = [pyodide, packages].map(folder => new URL(folder, HERE).href);
  const archive = fetch(new URL("puzzasp.zip", HERE)).then(reply => reply.arrayBuffer());
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: runtime, packageBaseUrl: wheels, packages: ["clingo", "wcwidth"] });
  python.unpackArchive(await archive, "zip", { extractDir: "/puzzasp" });
  python.runPython("import sys; sys.path.insert(0, '/puzzasp')");
  const inside = python.pyimport("pyclingo_app.web.inside");
  return { python, answer: inside.begin(python.toPy(folders)), told: JSON.parse(inside.TOLD) };
}

/** Answer requests, one after another; what breaks Python is told, and ends what this worker is good for. */
function take(python, answer) {
  onmessage = ({ data }) => {
    try {
      answer(data, text => postMessage({ text }));
      postMessage({ end: true, heap: python._module.HEAPU8.length / MEGABYTE });
    } catch (error) {
      postMessage({ broken: String(error) });
    }
  };
}

onmessage = async ({ data: site }) => {
  try {
    const { python, answer, told } = await load(site);
    take(python, answer);
    postMessage({ told });
  } catch (error) {
    postMessage({ broken: String(error) });
  }
};
