import domains from "./disposable-domains.json" with { type: "json" };

const DISPOSABLE: ReadonlySet<string> = new Set(domains);

/** Returns whether a domain, or one above it, gives everyone addresses that are thrown away. */
export function isDisposable(domain: string): boolean {
  const labels = domain.toLowerCase().split(".");
  // The last label alone is no one's.
  return labels.slice(0, -1).some((_, at) => DISPOSABLE.has(labels.slice(at).join(".")));
}
