// What the tests need: the site on a port of its own, and a browser that looks at it.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { execFileSync } from "node:child_process";
import { extname, join, normalize } from "node:path";
import puppeteer from "puppeteer-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".txt": "text/plain" };

// Serves a folder, as any static host does. The site is below a path, as on hosts of projects.
export async function serve(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(pathname).replace(/^\/project\//, "/");
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const isFile = pathname.startsWith("/project/") && (await stat(file).then(it => it.isFile(), () => false));
    if (!isFile) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/project/` };
}

// The program of `BROWSER`, or one of the path; `undefined` if there is none.
export function browserProgram() {
  const names = [process.env.BROWSER, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  return names.filter(Boolean).map(name => {
    try {
      return execFileSync("sh", ["-c", 'command -v "$0"', name], { encoding: "utf8" }).trim();
    } catch {
      return undefined;
    }
  }).find(Boolean);
}

export function launch(executablePath) {
  return puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"] });
}
