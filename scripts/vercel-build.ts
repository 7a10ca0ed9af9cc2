import { countOf } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import { runCommand } from "#server/commands/command";
import { migrateDatabase } from "#server/commands/migrate-database";
import { buildApp, generateClient } from "#server/start/build";

// Run by `vercel.json`. A preview may share the production database: only a production deployment
// migrates, after its build has succeeded.
await runCommand("Cannot build", async () => {
  const given = settings();
  if (!given.databaseUrl)
    throw new SettingsError(
      "DATABASE_URL is missing; set it in the project's environment variables on Vercel",
    );
  await generateClient(console.log);
  await buildApp(console.log);
  if (given.vercelEnv === "production") {
    const applied = await migrateDatabase(given, console.log);
    console.log(`${countOf(applied.length, "migration")} applied. The database is up to date.`);
  } else {
    console.log(`The database wasn't migrated: VERCEL_ENV is ${given.vercelEnv ?? "not set"}.`);
  }
});
