/** Why the service, or the way to it, gave no answer. `status`: 0 without any. */
export class AskFailed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the service answered ${status}`);
    this.status = status;
  }
}

/**
 * Reads from a session endpoint of this service. Its answer is taken for a `T` unseen: the contract
 * tests of `/api/account` check each endpoint's answers against the schema that `T` comes from.
 *
 * @throws {AskFailed}
 */
export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api/account${path}`, init).catch(() => null);
  if (!response?.ok) throw new AskFailed(response?.status ?? 0);
  return (await response.json()) as T;
}
