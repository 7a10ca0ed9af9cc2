import { once } from "node:events";
import { chmod, readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { pool } from "#lib/adapters/db/database";
import { withClient } from "#lib/adapters/db/with-client";
import { newId } from "#lib/core/ids";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { type ComposeService, readCompose } from "#tests/support/production/compose";
import {
  argumentOf,
  commandOf,
  environmentOf,
  readDockerfile,
} from "#tests/support/production/dockerfile";
import {
  becomeReady,
  makeNodeFolder,
  makeVolume,
  otherAccount,
  type Running,
  removeFolder,
  run,
  runInCheckout,
  seal,
} from "#tests/support/production/folder";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startTestPostgres } from "#tests/support/setup/test-postgres";
import { type RedisServer, startRedis } from "#tests/support/twins/redis-server";
import { startS3Twin } from "#tests/support/twins/s3-twin";

const VALUES = {
  DOMAIN: "forms.example.com",
  SECRET_KEY: "0123456789abcdef0123456789abcdef",
  CRON_SECRET: "cron-secret-of-the-tests",
  DATABASE_PASSWORD: "app-password",
  DATABASE_OWNER_PASSWORD: "owner-password",
  POSTGRES_PASSWORD: "postgres-password",
  S3_SECRET_ACCESS_KEY: "object-password",
};

const { build, image } = readDockerfile();
const [uid = 0, gid = 0] = argumentOf(image, "USER").split(":").map(Number);
const account = otherAccount(uid, gid);
const compose = readCompose("compose.production.yaml", VALUES);

function service(name: string): ComposeService {
  const found = compose.services[name];
  if (!found) throw new Error(`compose.production.yaml has no service ${name}`);
  return found;
}

describe("the files for containers", () => {
  test("use the Node that the tests use", async () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));
    for (const stage of [build, image])
      expect(stage.image).toBe(`node:${dependencies.node}-trixie-slim`);
  });

  test.each(Object.keys(VALUES))("are rejected without %s", (name) => {
    expect(() => readCompose("compose.production.yaml", { ...VALUES, [name]: "" })).toThrow(
      `${name} is missing`,
    );
  });

  test("set only settings that exist", () => {
    const names = ["app1", "app2", "migrate"].flatMap((name) =>
      Object.keys(service(name).environment),
    );
    const all = [...names, ...Object.keys(environmentOf(image))];
    expect(all.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  test("give the apps no password but that of the role which reads and writes rows", () => {
    for (const name of ["app1", "app2"]) {
      const text = JSON.stringify(service(name).environment);
      expect(text).toContain(VALUES.DATABASE_PASSWORD);
      expect(text).not.toMatch(/owner-password|postgres-password/);
    }
  });

  test("open no port but the proxy's", () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });

  test("start the service in a unit of systemd with the same command", async () => {
    const unit = await readFile(join(ROOT, "deploy/form-intake.service"), "utf8");
    expect(unit).toContain(`ExecStart=/usr/bin/env ${commandOf(image, "CMD").join(" ")}\n`);
  });
});

describe("the commands of the containers, in their order", () => {
  let databaseDir: string;
  let database: Awaited<ReturnType<typeof startTestPostgres>>;
  let redis: RedisServer;
  let objects: Awaited<ReturnType<typeof startS3Twin>>;
  let nodeFolder: string;
  let folder: string;
  const volumes: string[] = [];
  const running: Running[] = [];

  beforeAll(async () => {
    databaseDir = await makeDataDir();
    const { S3_REGION = "", S3_BUCKET = "", S3_ACCESS_KEY_ID = "" } = service("app1").environment;
    [database, redis, objects, nodeFolder, folder] = await Promise.all([
      startTestPostgres(databaseDir),
      startRedis(),
      startS3Twin({
        region: S3_REGION,
        bucket: S3_BUCKET,
        accessKeyId: S3_ACCESS_KEY_ID,
        secretAccessKey: VALUES.S3_SECRET_ACCESS_KEY,
      }),
      makeNodeFolder(),
      makeVolume({}),
    ]);
  });

  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    await Promise.all([database.stop(), redis.kill(), objects.stop()]);
    await removeDataDir(databaseDir);
    await Promise.all([folder, nodeFolder, ...volumes].map(removeFolder));
    await pool().end();
  });

  /** Addresses of other containers, on this machine. */
  function onThisMachine(text: string): string {
    return text
      .replace("postgres:5432", new URL(database.url).host)
      .replace("redis:6379", `127.0.0.1:${redis.port}`)
      .replace("http://objects:7070", objects.endpoint);
  }

  /** Runs the commands of a container of the image, under the image's account. */
  async function runContainer(name: string, port: number) {
    const volume = await makeVolume(account);
    volumes.push(volume);
    const { environment, command = commandOf(image, "CMD") } = service(name);
    const given = Object.entries({ ...environmentOf(image), ...environment });
    const env = Object.fromEntries(given.map(([key, value]) => [key, onThisMachine(value)]));
    const own = { ...env, DATA_DIR: volume, TMPDIR: volume, PORT: String(port) };
    const options = { cwd: folder, nodeFolder, env: own, account };
    const health = () => run(commandOf(image, "HEALTHCHECK"), options).ended;
    const container = run(command, options);
    running.push(container);
    return { container, health };
  }

  async function startApp(name: string) {
    const port = await findFreePort();
    const { container, health } = await runContainer(name, port);
    await becomeReady(container);
    return { container, health, url: `http://127.0.0.1:${port}` };
  }

  const query = (url: string, sql: string) => withClient(url, (client) => client.query(sql));

  test("the image's build makes the folder that the image starts", async () => {
    const command = argumentOf(build, "RUN").replace("/production", folder).split(" ");
    const built = runInCheckout(command, ROOT);
    expect(await built.ended, built.output()).toBe(0);
    await chmod(folder, 0o755);
    expect(image.instructions).toContainEqual({ name: "COPY", value: "/production ./" });
    const data = argumentOf(image, "RUN").replace("/data", join(folder, "data"));
    if (account.uid) expect(await runInCheckout(data.split(" "), ROOT).ended).toBe(0);
    await seal(folder);
  });

  test("the roles are created, and the migration runs as the owner", async () => {
    const [roles = "", grants = ""] = (compose.configs.roles?.content ?? "").split(
      "\\connect intake\n",
    );
    for (const statement of roles.split(";").filter((one) => one.trim()))
      await query(database.adminUrl, statement);
    await query(new URL("/intake", database.adminUrl).href, grants);
    const early = await runContainer("app1", await findFreePort());
    expect(await early.container.ended, "an app can't migrate").toBe(1);
    const { container } = await runContainer("migrate", await findFreePort());
    expect(await container.ended, container.output()).toBe(0);
    expect(container.output()).toContain("The database is up to date");
  });

  test("two apps start, are healthy, and share messages, files, and limits; one stops alone", async () => {
    const apps = [await startApp("app1"), await startApp("app2")] as const;
    expect(await Promise.all(apps.map(({ health }) => health()))).toEqual([0, 0]);

    // This process creates the form, with the settings of an app.
    const { BASE_URL, DATABASE_URL = "", SECRET_KEY } = service("app1").environment;
    Object.assign(process.env, { BASE_URL, SECRET_KEY, DATABASE_URL: onThisMachine(DATABASE_URL) });
    const workspace = await createWorkspace();
    const form = await createForm(workspace, { settings: { uploads: { enabled: true } } });
    const post = (url: string) => {
      const body = new FormData();
      body.append("message", newId());
      body.append("files", new File(["Attached"], "note.txt", { type: "text/plain" }));
      const headers = { accept: "application/json" };
      return fetch(`${url}/f/${form.publicKey}`, { method: "POST", headers, body });
    };
    for (let round = 0; round < 10; round += 1)
      for (const { url } of apps) expect((await post(url)).status).toBe(200);
    expect(objects.objects.size).toBe(20);
    // If a minute ended in between, a sliding window lets one or two more pass.
    const more = [await post(apps[0].url), await post(apps[0].url), await post(apps[0].url)];
    expect(more.at(-1)?.status, "the limit of 20 counts both").toBe(429);

    expect(await apps[0].container.stop(), apps[0].container.output()).toBe(0);
    expect(await apps[0].health()).toBe(1);
    expect(await apps[1].health()).toBe(0);
    const [response] = await once(get(`${apps[1].url}/docs`), "response");
    expect(response.resume().statusCode).toBe(200);
  });
});
