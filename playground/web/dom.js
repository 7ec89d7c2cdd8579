// Elements without markup in strings.

// An element with properties and children; text stays text.
export function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in node) node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.flat().filter(child => child !== undefined && child !== null && child !== ""));
  return node;
}

// A message with its parts between backticks as code.
export function words(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

export const $ = id => document.getElementById(id);
