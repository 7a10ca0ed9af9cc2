import type { AppError } from "#lib/core/errors";
import { HttpResponse } from "#lib/entry/http/http-types";

/**
 * The content type of an action result. SvelteKit ignores it. It's a separate type because its
 * `data` differs from that in our JSON responses.
 */
export const SVELTEKIT_ACTION = "application/x-sveltekit-action";

type ActionResult =
  | { type: "success" | "failure"; status: number; data: string }
  | { type: "redirect"; status: number; location: string };

function sveltekitResponse(
  status: number,
  result: ActionResult,
  headers: Record<string, string>,
): HttpResponse {
  const all = { "Content-Type": SVELTEKIT_ACTION, ...headers };
  return new HttpResponse(status, all, JSON.stringify(result));
}

/**
 * Writes plain data in the format that SvelteKit reads: every value once, objects and arrays by
 * position.
 */
function toFlatData(data: unknown): string {
  const flat: unknown[] = [];
  const add = (value: unknown): number => {
    const position = flat.push(value) - 1;
    if (Array.isArray(value)) flat[position] = value.map(add);
    else if (typeof value === "object" && value !== null)
      flat[position] = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, add(member)]),
      );
    return position;
  };
  add(data);
  return JSON.stringify(flat);
}

/**
 * Writes the format that SvelteKit's `use:enhance` reads (`ActionResult`). It treats other JSON as an error,
 * even if the submission was stored.
 *
 * @param redirectTo - where the browser goes next, or null to stay
 */
export function sveltekitSuccess(
  data: unknown,
  redirectTo: string | null,
  headers: Record<string, string>,
): HttpResponse {
  return redirectTo === null
    ? sveltekitResponse(200, { type: "success", status: 200, data: toFlatData(data) }, headers)
    : sveltekitResponse(200, { type: "redirect", status: 303, location: redirectTo }, headers);
}

/** Writes the error for the page's `form` property: `form.error.message`. */
export function sveltekitFailure(error: AppError, requestId: string): HttpResponse {
  const { status, code, message, details } = error;
  const data = toFlatData({ error: { code, message, requestId, ...(details ? { details } : {}) } });
  return sveltekitResponse(status, { type: "failure", status, data }, {});
}
