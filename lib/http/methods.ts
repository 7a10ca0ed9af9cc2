/** Every method that a route file can serve. What an address does not know, it refuses in its own words. */
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

/** The same handler for each method: the framework's own 405 has neither envelope nor request id. */
export function forEveryMethod<Handler>(handle: Handler) {
  return Object.fromEntries(METHODS.map((method) => [method, handle])) as Record<
    (typeof METHODS)[number],
    Handler
  >;
}
