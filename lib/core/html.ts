/** Safe markup. Only the {@link html} tag creates it. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A slot's value: text is escaped, markup is kept, null and false render nothing. */
export type Slot = Markup | string | number | false | null | undefined | readonly Slot[];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&#34;",
  "'": "&#39;",
  "`": "&#96;",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? "");
}

function render(slot: Slot): string {
  if (slot instanceof Markup) return slot.toString();
  if (slot === null || slot === undefined || slot === false) return "";
  if (typeof slot === "object") return slot.map(render).join("");
  return escapeText(String(slot));
}

/**
 * Builds markup: html`<p title="${text}">${text}</p>`. Every slot is escaped, so it's safe between
 * tags and inside quoted attributes. Never put one in an unquoted attribute, a script, or a style.
 */
export function html(strings: TemplateStringsArray, ...slots: readonly Slot[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + render(slots[index - 1]) + part));
}
