import { applyMigrations } from "#lib/db/migrate";
import { PostgresServer } from "#tests/support/twins/postgres-server";

/** A primary and its synchronous replica. Without the replica, the primary confirms no commit. */
export class ServerPair {
  primary: PostgresServer;
  replica: PostgresServer;
  readonly gone: PostgresServer[] = [];

  constructor(primary: PostgresServer, replica: PostgresServer) {
    this.primary = primary;
    this.replica = replica;
  }

  static async start(): Promise<ServerPair> {
    const primary = await PostgresServer.create();
    await applyMigrations(primary.url);
    const pair = new ServerPair(primary, await primary.replicate());
    await primary.requireReplica();
    return pair;
  }

  /** Both servers, in the order in which they are at the time. */
  get url(): string {
    const hosts = `${this.primary.address},${this.replica.address}`;
    return `${this.primary.url.replace(this.primary.address, hosts)}?target_session_attrs=read-write`;
  }

  /** Makes the replica the primary, as an operator or a program like Patroni does after a failure. */
  async promote(): Promise<void> {
    await this.replica.promote();
    this.gone.push(this.primary);
    this.primary = this.replica;
  }

  /** Starts a new replica where the killed server was. */
  async restoreReplica(): Promise<void> {
    this.replica = await this.primary.replicate(this.gone.at(-1)?.port);
    await this.primary.requireReplica();
  }

  async remove(): Promise<void> {
    const servers = new Set([this.primary, this.replica, ...this.gone]);
    for (const server of servers) await server.remove();
  }
}
