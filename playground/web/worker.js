// Runs the linter beside the page, so that typing never waits for it.

let linter;

async function instantiate() {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL("ptxlint.wasm", import.meta.url)));
  return instance.exports;
}

// Answers a request in the linter's own memory.
function ask(exports, request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = exports.request(bytes.length);
  // The memory may have grown, which makes a new buffer.
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const length = exports.answer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.response(), length)));
}

addEventListener("message", async ({ data: { id, request } }) => {
  let answer, time = 0;
  try {
    linter ??= instantiate();
    const exports = await linter;
    const start = performance.now();
    answer = ask(exports, request);
    time = performance.now() - start;
  } catch (error) {
    // What has trapped is in no state to go on.
    linter = undefined;
    answer = { error: `internal error: ${error.message}` };
  }
  postMessage({ id, answer, time });
});
