/** A request that failed. `status` is 0 when there was no response at all. */
export class FetchError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the service responded with ${status}`);
    this.status = status;
  }
}

/**
 * Calls a session endpoint of this service. The response is trusted to be a `T`: the contract tests of
 * `/api/account` check every endpoint's responses against the schema that `T` comes from.
 *
 * @throws {FetchError}
 */
export async function fetchJson<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api/account${path}`, init).catch(() => null);
  if (!response?.ok) throw new FetchError(response?.status ?? 0);
  return (await response.json()) as T;
}
