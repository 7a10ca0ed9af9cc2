import type pg from "pg";
import { isConnectionError } from "#lib/adapters/db/connection-error";
import { describeServers, listServerUrls, mustAcceptWrites } from "#lib/core/settings/server-urls";

// SQLSTATEs.
const NO_CONNECTION = "08001";
const READ_ONLY = "25006";
const TOO_MANY_CONNECTIONS = "53300";

/** Returns whether another server may do better: this one is away, or read-only. */
function isServersFault(failure: unknown): failure is Error {
  if (!(failure instanceof Error) || !isConnectionError(failure)) return false;
  const isFull = "code" in failure && failure.code === TOO_MANY_CONNECTIONS;
  return !isFull && failure.message !== "timeout exceeded when trying to connect";
}

/** The servers of one database. One of them accepts writes, and after a failover, it's another one. */
export class DatabaseServers {
  readonly urls: readonly string[];
  private readonly isWriteRequired: boolean;
  /** The index of the server that is tried first: it hasn't failed since it last worked. */
  private current = 0;

  constructor(databaseUrl: string) {
    this.urls = listServerUrls(databaseUrl);
    this.isWriteRequired = mustAcceptWrites(databaseUrl);
  }

  /**
   * Tries the servers in turn until `connect` succeeds. One that isn't there, or read-only, is skipped.
   * Other failures, such as a wrong password, end the search.
   *
   * @throws the failure of the only server, or one that lists those of all servers
   */
  async first<T>(connect: (serverUrl: string) => Promise<T>): Promise<T> {
    const reasons: string[] = [];
    for (let index = this.current; ; index = (index + 1) % this.urls.length) {
      const url = this.urls[index] ?? "";
      try {
        return await connect(url);
      } catch (failure) {
        if (this.urls.length === 1 || !isServersFault(failure)) throw failure;
        if (this.current === index) this.current = (index + 1) % this.urls.length;
        reasons.push(`${describeServers(url)}: ${failure.message}`);
        if (reasons.length < this.urls.length) continue;
        const message = `no database server accepts writes (${reasons.join("; ")})`;
        throw Object.assign(new Error(message, { cause: failure }), { code: NO_CONNECTION });
      }
    }
  }

  /** @throws when the server is a standby or otherwise read-only, and the database URL rules that out */
  async requireWritable(client: pg.ClientBase): Promise<void> {
    if (!this.isWriteRequired) return;
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean
       AS "isReadOnly"`,
    );
    if (rows[0]?.isReadOnly)
      throw Object.assign(new Error("the server is read-only"), { code: READ_ONLY });
  }
}
