// Questions to the linter in its worker.

// How long an answer may take before a newer question ends the work on it.
const PATIENCE = 1500;

export class Linter {
  #worker;
  #pending = new Map();
  #last = 0;
  // Of each kind of question, only the newest waits.
  #waiting = new Map();
  #running = new Map();

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#settle(data);
    this.#worker.onerror = () => {
      const pending = [...this.#pending.keys()];
      this.#stop();
      for (const id of pending) this.#settle({ id, answer: { error: "the linter could not be loaded" }, time: 0 });
    };
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #settle({ id, answer, time }) {
    this.#pending.get(id)?.({ answer, time });
    this.#pending.delete(id);
  }

  // The answer, and how many milliseconds it took.
  ask(request) {
    if (!this.#worker) this.#start();
    const id = ++this.#last;
    return new Promise(resolve => {
      this.#pending.set(id, resolve);
      this.#worker.postMessage({ id, request });
    });
  }

  // The same, unless a newer question of the same kind overtakes it: then `undefined`.
  async askLatest(kind, request) {
    this.#waiting.get(kind)?.();
    const running = this.#running.get(kind);
    if (running) {
      if (performance.now() - running.since > PATIENCE) {
        // What else was asked has no answer any more, either.
        this.#stop();
        for (const id of [...this.#pending.keys()]) this.#settle({ id, answer: undefined, time: 0 });
      }
      const isNewest = await new Promise(resolve => {
        this.#waiting.set(kind, () => resolve(false));
        running.done.then(() => resolve(true));
      });
      if (!isNewest) return undefined;
      this.#waiting.delete(kind);
    }
    const done = this.ask(request);
    this.#running.set(kind, { since: performance.now(), done });
    const reply = await done;
    this.#running.delete(kind);
    return reply.answer ? reply : undefined;
  }
}
