// What a link holds: the text and the settings, compressed, behind the `#`, which browsers send to nobody.

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), char => char.charCodeAt(0));
}

// The part of an address behind the `#`.
export async function encode(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return "code=" + toBase64(await through(new CompressionStream("deflate-raw"), bytes));
}

// The state that it stands for; `undefined` if it is none.
export async function decode(hash) {
  const code = new URLSearchParams(hash.replace(/^#/, "")).get("code");
  if (!code) return undefined;
  const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64(code));
  const state = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof state?.text !== "string") throw new Error("no text in it");
  const { all, block, expected_kernels: kernels, toolchain } = state.settings ?? {};
  return {
    text: state.text,
    settings: {
      all: all === true,
      block: parseBlock(block?.join?.(",") ?? ""),
      expected_kernels: Array.isArray(kernels) ? kernels.map(String) : [],
      toolchain: typeof toolchain === "string" ? toolchain : null,
    },
  };
}

// The extents of a block, as in `128` or `32,4`: `null` for none, `undefined` for what can't be read.
export function parseBlock(text) {
  const words = text.split(/[\s,x×]+/).filter(Boolean);
  if (words.length === 0) return null;
  const extents = words.map(Number);
  const isBlock = extents.length <= 3 && extents.every(it => Number.isInteger(it) && it >= 1 && it <= 1024);
  return isBlock ? [...extents, 1, 1].slice(0, 3) : undefined;
}

const DRAFT = "ptxlint-draft", THEME = "ptxlint-theme";

// Storage may be forbidden; then nothing is kept.
function stored(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

export const draft = {
  load: () => stored(() => JSON.parse(localStorage.getItem(DRAFT))),
  save: state => stored(() => localStorage.setItem(DRAFT, JSON.stringify(state))),
};

export const theme = {
  load: () => stored(() => localStorage.getItem(THEME)) ?? "system",
  save: name => stored(() => (name === "system" ? localStorage.removeItem(THEME) : localStorage.setItem(THEME, name))),
};
