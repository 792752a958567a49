// Writes the licences of what is in the bundle beside it.
import { execSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const tree = JSON.parse(execSync("npm ls --all --omit=dev --json"));
const found = new Map();
const visit = packages => {
  for (const [name, { version, dependencies }] of Object.entries(packages ?? {})) {
    found.set(name, version);
    visit(dependencies);
  }
};
visit(tree.dependencies);
const text = [...found].sort().map(([name, version]) => {
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].map(n => `node_modules/${name}/${n}`).find(existsSync);
  return `${name} ${version}\n\n${readFileSync(file, "utf8").trim()}\n`;
});
writeFileSync("../static/codemirror.LICENSE.txt", `The file codemirror.js holds these packages:\n\n${text.join("\n\n")}`);
