import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Challenges are valid for 10 minutes. */
const FRESH_MS = 9 * 60_000;
const REQUEST_TIMEOUT_MS = 5_000;
/** Slow phones need less than a second. */
const SOLVE_TIMEOUT_MS = 10_000;

/** A solution for the next message of a form; empty if there's none. */
type Ready = { solution: Promise<string>; since: number };

const ready = new WeakMap<HTMLFormElement, Ready>();
/** Forms that ask for no challenge. */
const unasked = new WeakSet<HTMLFormElement>();

/** The challenge of a form with this address; null if it asks for none. */
async function request(address: string) {
  const url = new URL(address, location.href);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/challenge`;
  url.search = "?optional=1";
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(url.href, { signal: controller.signal });
    if (!response.ok) throw new Error(String(response.status));
    return response.status === 204 ? null : await response.json();
  } finally {
    clearTimeout(timer);
  }
}

async function solve(form: HTMLFormElement, address: string): Promise<string> {
  try {
    const challenge = await request(address);
    if (challenge === null) {
      unasked.add(form);
      return "";
    }
    // The browser computes the keys outside the page's thread.
    const solution = await solveChallenge({ challenge, deriveKey, timeout: SOLVE_TIMEOUT_MS });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : "";
  } catch {
    // The message goes without. Another one tries again.
    ready.delete(form);
    return "";
  }
}

/** Begins to solve a challenge for a form's next message, unless that has been done. */
export function prepareSolution(form: HTMLFormElement, address: string): Promise<string> {
  // Pages without HTTPS have no functions for it.
  if (!crypto.subtle || unasked.has(form)) return Promise.resolve("");
  const known = ready.get(form);
  if (known && Date.now() - known.since < FRESH_MS) return known.solution;
  const solution = solve(form, address);
  ready.set(form, { solution, since: Date.now() });
  return solution;
}

/** The solution for a form's message, once: the next message gets another one. Empty if there's none. */
export async function takeSolution(form: HTMLFormElement, address: string): Promise<string> {
  const solution = await prepareSolution(form, address);
  ready.delete(form);
  return solution;
}
