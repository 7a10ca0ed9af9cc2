const PREFIX = "draft:";

/** What this tab keeps until it is closed; null in browsers that allow nobody to keep anything. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** What was typed and not saved under this name, when the page was last left. */
export function readKept(name: string): unknown {
  const text = storage()?.getItem(PREFIX + name) ?? "null";
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps what is typed beyond the page; null forgets it. */
export function keep(name: string, typed: unknown): void {
  if (typed === null) storage()?.removeItem(PREFIX + name);
  else storage()?.setItem(PREFIX + name, JSON.stringify(typed));
}
