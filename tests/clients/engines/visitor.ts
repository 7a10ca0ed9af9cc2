import { z } from "zod";
import { eventually } from "#tests/support/factories/service-requests";

/**
 * A browser engine under remote control, by WebDriver BiDi or WebDriver. Both describe input in the
 * same way: https://www.w3.org/TR/webdriver2/#actions.
 */
export type Engine = {
  /** Opens a page and waits until it has loaded. */
  open: (url: string) => Promise<void>;
  /**
   * Calls a function of the page with one argument.
   *
   * @param source - the function's source text
   * @returns what it returns, without what JSON leaves out; null for undefined
   */
  call: (source: string, argument: unknown) => Promise<unknown>;
  /** Moves the pointer and presses keys as a person would. */
  perform: (actions: readonly unknown[]) => Promise<void>;
  close: () => Promise<void>;
};

/** A function without parameters that calls another one and returns its result as JSON. */
export function toJsonCall(source: string, argument: unknown): string {
  return `() => JSON.stringify((${source})(${JSON.stringify(argument)}) ?? null)`;
}

const Point = z.object({ x: z.number(), y: z.number() }).nullable();

/** The control that a label names, or the button, link, or tab whose text contains a name. */
const FIND = `({ label, name }) => {
  const textOf = (element) => element.textContent.trim().replace(/\\s+/g, " ");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const found = label === undefined
    ? all("button, a, [role=tab]").filter((one) => textOf(one).includes(name))
    : all("label").filter((one) => textOf(one).startsWith(label)).map(({ control }) => control);
  return found.find((one) => one?.checkVisibility());
}`;

/**
 * Brings an element into view and returns its center. Null while the page loads: Firefox drops a
 * navigation that starts then, when the page's scripts replace the history entry.
 */
const LOCATE = `(target) => {
  if (document.readyState !== "complete") return null;
  const element = (${FIND})(target);
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}`;

const SELECT = `(target) => { (${FIND})(target).select(); }`;
const SET = `({ text, ...target }) => { (${FIND})(target).value = text; }`;
const VALUE = `(target) => (${FIND})(target)?.value`;
const TEXT = "() => document.body?.innerText";

/** WebDriver's name of the Enter key. */
const ENTER = "\uE006";

type Target = { label: string } | { name: string };

/** Someone who uses a page of any browser engine: sees its text, clicks, and types. */
export class Visitor {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  open(url: string): Promise<void> {
    return this.#engine.open(url);
  }

  async text(): Promise<string> {
    return (
      z
        .string()
        .nullable()
        .parse(await this.#engine.call(TEXT, null)) ?? ""
    );
  }

  /** Waits until the page shows a text. @returns the match */
  see(pattern: RegExp): Promise<string> {
    return eventually(`text ${pattern}`, async () => pattern.exec(await this.text())?.[0]);
  }

  /** Waits until the labelled field has a value. */
  async seeValue(label: string, value: string): Promise<void> {
    await eventually(`the value of ${label}`, async () =>
      (await this.#engine.call(VALUE, { label })) === value ? true : undefined,
    );
  }

  /** Clicks the first button, link, or tab whose text contains the name. */
  click(name: string): Promise<void> {
    return this.#press({ name });
  }

  /** Replaces the text of the field whose label begins with this. */
  async fill(label: string, text: string): Promise<void> {
    await this.#press({ label });
    await this.#engine.call(SELECT, { label });
    await this.press(...text.replaceAll("\n", ENTER));
  }

  /** Presses and releases keys, one after the other. */
  async press(...keys: string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#engine.perform([{ type: "key", id: "keyboard", actions }]);
  }

  /** Puts a text that is too long to type into the field whose label begins with this. */
  async paste(label: string, text: string): Promise<void> {
    await this.#press({ label });
    await this.#engine.call(SET, { label, text });
  }

  async #press(target: Target): Promise<void> {
    let last: z.infer<typeof Point> = null;
    // Where it was twice in a row: while a page loads, what's above it can still grow.
    const point = await eventually(`element ${JSON.stringify(target)}`, async () => {
      const before = last;
      last = Point.parse(await this.#engine.call(LOCATE, target));
      return last && last.x === before?.x && last.y === before.y ? last : undefined;
    });
    const actions = [
      { type: "pointerMove", ...point },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.#engine.perform([{ type: "pointer", id: "mouse", actions }]);
  }
}
