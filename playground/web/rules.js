// The catalogue of rules and their pages.
import { marked } from "marked";
import { $, element } from "./dom.js";
import { highlighted } from "./language.js";

// The first example of a kind, `Bad` or `Good`, and the options that its first line names.
export function example(page, kind) {
  const text = page.split(`## ${kind}\n\`\`\`ptx\n`)[1]?.split("```")[0];
  const kernel = text?.match(/^\/\/ ptxlint --expect-kernel (\S+)\n/)?.[1];
  const toolchain = text?.match(/^\/\/ ptxlint --toolchain (\S+)\n/)?.[1] ?? null;
  return text && { text, expected_kernels: kernel ? [kernel] : [], toolchain };
}

export class RulesView {
  constructor({ page, tryOut }) {
    Object.assign(this, { page, tryOut });
    this.filter = element("input", { type: "search", placeholder: "Filter rules", ariaLabel: "Filter rules", oninput: () => this.#list() });
    this.list = element("ul", { className: "catalogue" });
  }

  update(rules) {
    this.rules = rules;
    this.index();
  }

  // All rules.
  index() {
    $("rules").replaceChildren(element("div", { className: "toolbar" }, this.filter), this.list);
    this.#list();
  }

  #list() {
    const wanted = this.filter.value.trim().toLowerCase();
    const shown = this.rules.filter(rule => `${rule.name} ${rule.group} ${rule.level} ${rule.summary}`.toLowerCase().includes(wanted));
    const entry = rule =>
      element(
        "li",
        { className: rule.level },
        element("button", { type: "button", className: "link", onclick: () => this.show(rule.name) }, rule.name),
        element("span", { className: "level" }, rule.level),
        element("p", {}, element("span", { innerHTML: marked.parseInline(rule.summary) })),
      );
    this.list.replaceChildren(...shown.map(entry));
    if (!shown.length) this.list.append(element("li", { className: "empty" }, "No rule has that in its name or summary."));
  }

  // The page of a rule.
  async show(name) {
    const page = await this.page(name);
    if (page === undefined) return;
    const rule = this.rules.find(rule => rule.name === name);
    const attributes = rule ? `Group ${rule.group}, level ${rule.level}${rule.is_default ? ", on by default" : ", off by default"}${rule.is_fixable ? ", with fixes" : ""}.` : "";
    // Pages are the linter's own text, not the reader's.
    const body = element("article", { className: "page", innerHTML: marked.parse(page) });
    for (const code of body.querySelectorAll("pre > .language-ptx")) code.replaceChildren(...highlighted(code.textContent));
    const attempts = ["Bad", "Good"].filter(kind => example(page, kind)).map(kind =>
      element("button", { type: "button", onclick: () => this.tryOut(name, kind) }, `Open the ${kind.toLowerCase()} example`));
    body.prepend(
      element("h2", { className: "name" }, name),
      element("p", { className: "soft" }, attributes, " ", element("a", { href: `../rules/${name}.html` }, "In the book")),
    );
    $("rules").replaceChildren(
      element("div", { className: "toolbar" }, element("button", { type: "button", onclick: () => this.index() }, "← All rules"), attempts),
      body,
    );
    $("rules").scrollTop = 0;
  }
}
