// The control-flow graph of a function.
import { $, element } from "./dom.js";

const ALL_LINES = 100_000;

export class GraphView {
  // Until the reader chooses, the width is fitted where it stays readable.
  #zoom;
  #picture;

  constructor({ ask, goToLine, isDark }) {
    Object.assign(this, { ask, goToLine, isDark });
    this.functions = element("select", { id: "function", onchange: () => this.draw() });
    this.whole = element("input", { type: "checkbox", onchange: () => this.draw() });
    const zoom = (label, text, factor) => element("button", { type: "button", title: label, ariaLabel: label, onclick: () => this.#scale(factor) }, text);
    this.frame = element("div", { className: "frame", tabIndex: 0, role: "region", ariaLabel: "Control-flow graph" });
    this.canvas = element("div", { className: "canvas" });
    this.canvas.attachShadow({ mode: "open" }).addEventListener("click", event => this.#click(event));
    this.message = element("p", { className: "empty", hidden: true });
    this.frame.append(this.canvas);
    $("graph").append(
      element(
        "div",
        { className: "toolbar" },
        element("label", { className: "field" }, element("span", {}, "Function"), this.functions),
        element("label", { className: "check" }, this.whole, " All lines"),
        element("span", { className: "zoom" }, zoom("Zoom out", "−", 0.8), zoom("Fit the width", "Fit", 0), zoom("Zoom in", "+", 1.25)),
      ),
      this.message,
      this.frame,
    );
  }

  // Other functions to choose from; the choice stays if it can.
  update(functions) {
    const old = this.functions.value;
    this.functions.replaceChildren(...functions.map(({ name, is_kernel: isKernel }) => element("option", { value: name }, isKernel ? name : `${name} (function)`)));
    const kept = functions.find(({ name }) => name === old) ?? functions.find(it => it.is_kernel && !it.obstacle) ?? functions[0];
    if (kept) this.functions.value = kept.name;
    return this.draw();
  }

  async draw() {
    if ($("graph").hidden) return;
    const name = this.functions.value;
    if (!name) return this.#tell("The module defines no function.");
    const reply = await this.ask({ command: "graph", function: name, max_lines: this.whole.checked ? ALL_LINES : 24 });
    if (!reply) return;
    const { picture, error } = reply.answer;
    if (error) return this.#tell(error.replaceAll("`", ""));
    this.message.hidden = true;
    this.frame.hidden = false;
    this.#picture = picture;
    this.paint();
  }

  #tell(text) {
    this.#picture = undefined;
    this.message.textContent = text[0].toUpperCase() + text.slice(1);
    this.message.hidden = false;
    this.frame.hidden = true;
  }

  // The picture in the colours of the page: it follows the system by itself, but not the reader's choice.
  paint() {
    if (!this.#picture) return;
    const root = this.canvas.shadowRoot;
    const scheme = this.isDark() ? "all" : "not all";
    root.innerHTML = this.#picture.replace("(prefers-color-scheme: dark)", scheme) + "<style>.number { cursor: pointer } .number:hover { text-decoration: underline } svg { display: block }</style>";
    // The function's name is in the list above.
    root.querySelector("svg > title")?.remove();
    const svg = root.querySelector("svg");
    this.width = svg.width.baseVal.value;
    this.height = svg.height.baseVal.value;
    if (this.#zoom) return this.#scale(1);
    this.#scale(0, 0.6);
    this.#zoom = undefined;
  }

  // Larger or smaller by a factor; 0 makes the whole width visible.
  #scale(factor, least = 0.05) {
    const svg = this.canvas.shadowRoot.querySelector("svg");
    if (!svg) return;
    const shown = svg.width.baseVal.value / this.width;
    this.#zoom = Math.min(4, Math.max(least, factor ? (this.#zoom ?? shown) * factor : Math.min(1, (this.frame.clientWidth - 2) / this.width)));
    svg.setAttribute("width", this.width * this.#zoom);
    svg.setAttribute("height", this.height * this.#zoom);
  }

  #click(event) {
    const target = event.target.closest("text");
    const number = target?.classList.contains("number") ? target : target?.previousElementSibling;
    if (number?.classList.contains("number")) this.goToLine(Number(number.textContent));
  }
}
