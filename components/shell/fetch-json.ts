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

/**
 * Saves the response of a session endpoint as a file. Used for requests whose body is too private
 * or too long for a URL.
 *
 * @throws {FetchError}
 */
export async function saveFile(path: string, body: object, name: string): Promise<void> {
  const response = await fetch(`/api/account${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response?.ok) throw new FetchError(response?.status ?? 0);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // Frees the memory once the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
