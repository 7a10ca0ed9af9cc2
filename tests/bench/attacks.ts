import { randomBytes } from "node:crypto";
import { request } from "node:http";
import pg from "pg";
import { findFreePort } from "#selfhost/free-port";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { runServer } from "#tests/bench/processes";
import { watchService } from "#tests/bench/service-watch";
import { Owner } from "#tests/support/factories/owner";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { residentBytes } from "#tests/support/setup/resident-memory";

/**
 * `npm run bench:attacks`: repeats the attacks of the security review on the self-hosted service with its
 * default limits. For each: the service's memory before and at its peak, the longest health check
 * during the attack, the attacker's responses, and the growth of the database.
 */
const MB = 1_000_000;
const HOLD_MS = 5000;

type Sending = {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The sender: any address of the loopback network. */
  from: string;
  /** Sends all but the last byte, and gives up after {@link HOLD_MS}. */
  isHeld?: boolean;
};

let baseUrl = "";

/** Sends a body; resolves with the status, or with how the connection ended. */
function send({ path, headers, body, from, isHeld }: Sending): Promise<string> {
  return new Promise((resolve) => {
    const call = request(baseUrl + path, {
      method: "POST",
      agent: false,
      localAddress: from,
      headers: { ...headers, "content-length": body.byteLength },
    });
    call.once("response", (response) => {
      response.resume().once("close", () => call.destroy());
      resolve(String(response.statusCode));
    });
    call.once("error", () => resolve("closed"));
    if (!isHeld) call.end(body);
    else {
      call.write(body.subarray(0, -1));
      setTimeout(() => {
        resolve("held");
        call.destroy();
      }, HOLD_MS);
    }
  });
}

/** `3 × 413, 1 × closed`. */
function tally(results: string[]): string {
  return Object.entries(Object.groupBy(results, (result) => result))
    .map(([result, all]) => `${all?.length} × ${result}`)
    .join(", ");
}

function multipart(name: string, value: string, moreHeaders = ""): Buffer {
  const disposition = `Content-Disposition: form-data; name="${name}"`;
  return Buffer.from(`--x\r\n${disposition}\r\n${moreHeaders}\r\n${value}\r\n--x--\r\n`);
}

let senders = 0;
/** An address that no attack has used. */
function newSender(): string {
  senders += 1;
  return `127.0.${1 + Math.floor(senders / 250)}.${1 + (senders % 250)}`;
}

const MULTIPART = { "content-type": "multipart/form-data; boundary=x" };
const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };

/** The attacks, in the order of the review. */
function listAttacks(owner: Owner, form: { id: string; publicKey: string }) {
  const cookie = `${owner.cookie.name}=${owner.cookie.value}`;
  const keyOf = (index: number) => String(index).padStart(form.publicKey.length, "0");
  const many = (count: number, sending: (index: number) => Omit<Sending, "from">) => {
    const from = newSender();
    const all = Array.from({ length: count }, (_, index) => send({ from, ...sending(index) }));
    return Promise.all(all).then(tally);
  };
  const preview = (bytes: number) => () => {
    const headers = { ...MULTIPART, cookie, origin: baseUrl };
    const body = multipart("message", "a".repeat(bytes));
    return many(1, () => ({ path: `/forms/${form.id}/auto-reply/preview`, headers, body }));
  };
  const honeypot = (fields: number) => () => {
    const texts = Array.from({ length: fields }, (_, at) => [
      `f${at}`,
      randomBytes(10_000).toString("hex"),
    ]);
    const body = Buffer.from(new URLSearchParams([["botcheck", "x"], ...texts]).toString());
    return many(20, () => ({ path: `/f/${form.publicKey}`, headers: URLENCODED, body }));
  };
  const held = (key: string) => () => {
    const body = multipart("text", "a".repeat(4 * MB));
    const sending = { path: `/f/${key}`, headers: MULTIPART, body, isHeld: true };
    const all = Array.from({ length: 200 }, () => send({ ...sending, from: newSender() }));
    return Promise.all(all).then(tally);
  };
  const small = { headers: URLENCODED, body: Buffer.from("a=b") };
  const pageBody = multipart("a", "a".repeat(9.9 * MB));
  const crafted = multipart("a", "b", "X-A: b\r\n".repeat(500_000));
  return {
    "auto-reply preview of 40 MB": preview(40 * MB),
    "auto-reply preview of 200 MB": preview(200 * MB),
    "20 honeypot hits of 99 × 20,000 characters": honeypot(99),
    "20 honeypot hits of 12 × 20,000 characters": honeypot(12),
    "200 held uploads of 4 MB to unknown keys": held(keyOf(0)),
    "200 held uploads of 4 MB to a form": held(form.publicKey),
    "60 × 9.9 MB to `/sign-in`": () =>
      many(60, () => ({ path: "/sign-in", headers: MULTIPART, body: pageBody })),
    "900 posts with random keys": () =>
      many(900, (index) => ({ path: `/f/${keyOf(index)}`, ...small })),
    "900 posts with keys of 15 KB": () =>
      many(900, (index) => ({ path: `/f/${index}${"k".repeat(15_000)}`, ...small })),
    "20 × 4 MB of part headers": () =>
      many(20, () => ({ path: `/f/${form.publicKey}`, headers: MULTIPART, body: crafted })),
  };
}

const dataDir = await makeDataDir();
const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
const client = new pg.Client({ connectionString: database.url });
let stopServer = async () => {};
try {
  await client.connect();
  const port = await findFreePort();
  baseUrl = `http://localhost:${port}`;
  const server = await runServer({
    name: "service",
    args: ["scripts/start.ts"],
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      NODE_ENV: "production",
      SECRET_KEY: "bench".repeat(8),
    },
    port,
    path: "/",
  });
  stopServer = server.stop;
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Attacked");
  const readSize = async () => {
    const { rows } = await client.query<{ bytes: string }>(
      "SELECT pg_database_size(current_database()) AS bytes",
    );
    return Number(rows[0]?.bytes);
  };
  const inMb = (bytes: number) => Math.round(bytes / MB);
  console.log("| attack | memory | slowest health check | responses | database |");
  console.log("|---|---|---|---|---|");
  for (const [name, attack] of Object.entries(listAttacks(owner, form))) {
    const before = residentBytes(server.pid);
    const sizeBefore = await readSize();
    const stop = watchService({ pid: server.pid, healthUrl: `${baseUrl}/api/health` });
    const responses = await attack();
    const { peakBytes, slowestMs } = await stop();
    const grown = inMb((await readSize()) - sizeBefore);
    console.log(
      `| ${name} | ${inMb(before)} → ${inMb(peakBytes)} MB | ${Math.round(slowestMs)} ms | ${responses} | +${grown} MB |`,
    );
  }
} finally {
  await stopServer();
  await client.end();
  await database.stop();
  await removeDataDir(dataDir);
}
