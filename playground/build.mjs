// Writes the playground into a folder: `node build.mjs LINTER.wasm FOLDER`.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [wasm, out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node build.mjs LINTER.wasm FOLDER");
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "web");

await mkdir(out, { recursive: true });
const { metafile } = await build({
  entryPoints: [join(web, "app.js"), join(web, "worker.js"), join(web, "style.css")],
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome123", "firefox120", "safari17.5"],
  loader: { ".ptx": "text" },
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
await copyFile(join(web, "index.html"), join(out, "index.html"));
await copyFile(wasm, join(out, "ptxlint.wasm"));

// The licences of what is in the bundle want to be handed on with it.
const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const name = input.split("node_modules/").pop().match(/^(@[^/]+\/[^/]+|[^/]+)\//);
  if (input.includes("node_modules/") && name) packages.add(name[1]);
}
const licences = [];
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const texts = await Promise.all(["LICENSE", "LICENSE.md"].map(file => readFile(join(folder, file), "utf8").catch(() => "")));
  const text = texts.find(text => text);
  if (!text) throw new Error(`${name} comes without a licence`);
  licences.push(`${name} ${version}\n\n${text.trim()}\n`);
}
await writeFile(join(out, "licenses.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
