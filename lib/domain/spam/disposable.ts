import domains from "./disposable-domains.json" with { type: "json" };

const DISPOSABLE: ReadonlySet<string> = new Set(domains);

/** Returns whether a domain, or one above it, gives everyone disposable addresses. */
export function isDisposable(domain: string): boolean {
  const labels = domain.toLowerCase().split(".");
  // A top-level domain alone belongs to no one.
  return labels.slice(0, -1).some((_, at) => DISPOSABLE.has(labels.slice(at).join(".")));
}
