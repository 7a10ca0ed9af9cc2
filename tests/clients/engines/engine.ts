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
