import { execFile } from "node:child_process";
import { appendFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { type Location, locateCluster, runOptions } from "#server/postgres/cluster";
import { findFreePort } from "#server/start/free-port";
import { untilOrLater } from "#tests/support/drills/gate";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

const run = promisify(execFile);
const ADMIN = "test_admin";
const ROLE = "form_intake_app";
const DATABASE = "form_intake";
const REPLICA = "replica";
const FOLLOW_LIMIT_MS = 10_000;
/** Files that a copy of a running server leaves out: it gets all of them from the server. */
const NOT_COPIED = /\/(postmaster\.(pid|opts)|pg_wal\/.*|pg_replslot\/.*|pg_stat_tmp\/.*)$/;

/** A PostgreSQL server of the tests, which can be killed, copied, and promoted. No one needs a password. */
export class PostgresServer {
  readonly port: number;
  private readonly dataDir: string;
  private readonly location: Location;
  private readonly programs: string;

  private constructor(dataDir: string, location: Location, port: number, programs?: string) {
    this.dataDir = dataDir;
    this.location = location;
    this.port = port;
    this.programs = programs ?? location.programs;
  }

  private static async prepare(programs?: string, port?: number): Promise<PostgresServer> {
    const dataDir = await makeDataDir();
    const location = await locateCluster(dataDir);
    return new PostgresServer(dataDir, location, port ?? (await findFreePort()), programs);
  }

  /**
   * Starts a new server with the service's role and its empty database.
   *
   * @param options.programs - the folder of `initdb` and `pg_ctl`; by default those of the npm package
   * @param options.settings - lines of `postgresql.conf`
   */
  static async create(
    options: { programs?: string; settings?: string[] } = {},
  ): Promise<PostgresServer> {
    const server = await PostgresServer.prepare(options.programs);
    const flags = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
    await server.run("initdb", `--username=${ADMIN}`, ...flags);
    await server.configure(options.settings ?? []);
    await server.start();
    const admin = await server.connect("postgres");
    await admin.query(`CREATE ROLE ${ROLE} LOGIN`);
    await admin.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
    await admin.end();
    return server;
  }

  /**
   * Starts a replica of this server.
   *
   * @param port - that of a server that is gone; by default a free one
   */
  async replicate(port?: number): Promise<PostgresServer> {
    const replica = await PostgresServer.prepare(this.programs, port);
    const { clusterDir, account } = replica.location;
    const admin = await this.connect("postgres");
    await admin.query("SELECT pg_backup_start('replica', fast => true)");
    await cp(this.location.clusterDir, clusterDir, {
      recursive: true,
      filter: (path) => !NOT_COPIED.test(path),
    });
    const { rows } = await admin.query<{ labelfile: string }>("SELECT * FROM pg_backup_stop()");
    await admin.end();
    await writeFile(join(clusterDir, "backup_label"), rows[0]?.labelfile ?? "");
    await writeFile(join(clusterDir, "standby.signal"), "");
    await mkdir(join(clusterDir, "pg_wal/archive_status"), { recursive: true });
    if (account) await run("chown", ["-R", `${account.uid}:${account.gid}`, clusterDir]);
    const primary = `host=127.0.0.1 port=${this.port} user=${ADMIN} application_name=${REPLICA}`;
    await replica.configure([`primary_conninfo = '${primary}'`]);
    await replica.start();
    return replica;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** The service's database, as its role. */
  get url(): string {
    return `postgresql://${ROLE}@${this.address}/${DATABASE}`;
  }

  get adminUrl(): string {
    return `postgresql://${ADMIN}@${this.address}/${DATABASE}`;
  }

  /** Connects as the superuser. */
  async connect(database = DATABASE): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: new URL(`/${database}`, this.adminUrl).href,
    });
    // The server may be killed while the client is idle.
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  async version(): Promise<string> {
    const admin = await this.connect();
    const { rows } = await admin.query<{ server_version: string }>("SHOW server_version");
    await admin.end();
    return rows[0]?.server_version ?? "unknown";
  }

  /** From now on, a commit counts when the replica has it too. Returns once the replica follows. */
  async requireReplica(): Promise<void> {
    const admin = await this.connect();
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${REPLICA}'`);
    await admin.query("SELECT pg_reload_conf()");
    const followers = "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'";
    const isFollowed = async () => (await admin.query(followers)).rows.length > 0;
    await untilOrLater(isFollowed, FOLLOW_LIMIT_MS);
    if (!(await isFollowed())) throw new Error("the replica doesn't follow the primary");
    await admin.end();
  }

  /** Makes a replica a server of its own, which accepts writes when this returns. */
  async promote(): Promise<void> {
    await this.control("promote");
  }

  /** Kills all of its processes at once, like a machine that goes down. */
  async kill(): Promise<void> {
    const text = await readFile(join(this.location.clusterDir, "postmaster.pid"), "utf8");
    const pid = Number(text.split("\n")[0]);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    for (const each of [pid, ...children.trim().split(" ").map(Number)])
      process.kill(each, "SIGKILL");
  }

  /** Stops a server and removes its data. */
  async remove(): Promise<void> {
    // A killed server has nothing to stop.
    await this.control("stop", "--mode=immediate").catch(() => undefined);
    await removeDataDir(this.dataDir);
  }

  private async configure(settings: string[]): Promise<void> {
    const { clusterDir } = this.location;
    const lines = [`port = ${this.port}`, "unix_socket_directories = ''", ...settings];
    await appendFile(join(clusterDir, "postgresql.conf"), `\n${lines.join("\n")}\n`);
  }

  private async start(): Promise<void> {
    await this.control("start", `--log=${join(this.location.directory, "server.log")}`);
  }

  private async control(action: string, ...flags: string[]): Promise<void> {
    await this.run("pg_ctl", "--wait", ...flags, action);
  }

  private async run(program: string, ...flags: string[]): Promise<void> {
    const args = [`--pgdata=${this.location.clusterDir}`, ...flags];
    await run(join(this.programs, program), args, runOptions(this.location));
  }
}
