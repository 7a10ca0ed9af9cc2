import { resolve } from "node:path";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { parseSettings, settings } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import { migrateDatabase } from "#server/commands/migrate-database";
import { findPackage } from "#server/postgres/cluster";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { passBuiltConfig } from "#server/start/built-app";
import { findCommit, loadEnvironment, ROOT } from "#server/start/checkout";
import { loadOrCreateSecret, openDataFolder, openStorageFolder } from "#server/start/data-folder";
import { findFreePort, findListenError } from "#server/start/free-port";
import { Lifecycle, reportFailure, StartError } from "#server/start/lifecycle";
import { describeStart } from "#server/start/summary";
import { describeUnknownSettings } from "#server/start/unknown-settings";

type Log = (line: string) => void;

/** Functions that only a checkout needs. A production folder is already built. */
type Abilities = {
  isDevelopment?: boolean;
  generateClient?: (log: Log) => Promise<void>;
  buildApp?: (log: Log, signal: AbortSignal) => Promise<void>;
};

const log: Log = (line) => console.log(line);

/** Checks the settings before any slow work, and sets those that depend on the machine. */
async function readEnvironment(isDevelopment: boolean): Promise<{ dataDir: string; port: number }> {
  loadEnvironment();
  const given = parseSettings(process.env);
  if (given.nodeEnv === "production" && given.databaseUrl && !given.secretKey)
    throw new SettingsError(
      "SECRET_KEY is missing, but NODE_ENV=production with your own DATABASE_URL requires it",
    );
  for (const line of describeUnknownSettings(process.env)) log(line);
  const port = given.port === 0 ? await findFreePort() : given.port;
  const dataDir = resolve(ROOT, given.dataDir);
  Object.assign(process.env, {
    NODE_ENV: isDevelopment ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    DATA_DIR: dataDir,
    SOURCE_COMMIT: given.commit ?? (await findCommit()),
  });
  return { dataDir, port };
}

/** @returns the folder of the embedded database, which a checkout and the complete image have */
async function prepareDatabase(lifecycle: Lifecycle, dataDir: string): Promise<string | undefined> {
  const given = parseSettings(process.env);
  if (given.databaseUrl || !findPackage()) {
    await migrateDatabase(given, log);
    return undefined;
  }
  log("Starting the database");
  const database = await startEmbeddedDatabase({ dataDir, log });
  lifecycle.onStop(database.stop);
  database.ended.then(() => {
    if (lifecycle.signal.aborted) return;
    console.error(`The database stopped unexpectedly; its log is in ${database.directory}`);
    lifecycle.end(1);
  });
  process.env.DATABASE_URL = database.url;
  await applyMigrations(database.url, { log });
  return database.directory;
}

/** @throws {StartError} when the server couldn't listen there, before anything slow */
async function requireFreeAddress(port: number): Promise<void> {
  const { host } = parseSettings(process.env);
  const error = (await findListenError(port, host)) ?? (await findListenError(port));
  if (error?.code === "EADDRINUSE")
    throw new StartError(
      `PORT: ${port} is in use by another program; set another one, for example PORT=${port + 1}`,
    );
  if (error)
    throw new StartError(
      `HOST: can't listen on ${host} (${error.code}); set an IP address of this machine, or 0.0.0.0 for all`,
    );
}

async function launch(
  lifecycle: Lifecycle,
  { isDevelopment = false, generateClient, buildApp }: Abilities,
): Promise<void> {
  const { dataDir, port } = await readEnvironment(isDevelopment);
  await openDataFolder(dataDir, log);
  await requireFreeAddress(port);
  const { secretKey, cronSecret, storage } = parseSettings(process.env);
  if (storage.kind === "disk") await openStorageFolder(storage.dir, log);
  process.env.SECRET_KEY = secretKey ?? (await loadOrCreateSecret(dataDir, "secret-key"));
  process.env.CRON_SECRET = cronSecret ?? (await loadOrCreateSecret(dataDir, "cron-secret"));

  await generateClient?.(log);
  lifecycle.signal.throwIfAborted();
  const databaseDir = await prepareDatabase(lifecycle, dataDir);
  // Loaded only now, because on a fresh clone, the database client has just been generated.
  const { requireFittingKey } = await import("#lib/adapters/db/installation-key");
  await requireFittingKey();
  lifecycle.signal.throwIfAborted();
  if (parseSettings(process.env).isDemo) {
    const { openDemo } = await import("#lib/entry/operations/demo/seed-demo");
    await openDemo(log);
  }
  if (!isDevelopment) await buildApp?.(log, lifecycle.signal);
  lifecycle.signal.throwIfAborted();

  log("Starting the server");
  if (!isDevelopment) await passBuiltConfig();
  const { startServer } = await import("#server/http/server");
  lifecycle.onStop(await startServer(port, isDevelopment));
  lifecycle.signal.throwIfAborted();
  lifecycle.isReady = true;
  log(describeStart({ settings: settings(), dataDir, databaseDir, isDevelopment }));
}

/** Runs the service until a signal ends it. */
export async function serve(abilities: Abilities = {}): Promise<void> {
  const lifecycle = new Lifecycle();
  try {
    lifecycle.starting = launch(lifecycle, abilities);
    await lifecycle.starting;
  } catch (error) {
    if (!lifecycle.signal.aborted) reportFailure("Cannot start", error);
    await lifecycle.end(1);
  }
}
