import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrations } from "#lib/adapters/db/migrate";
import { diffSchema } from "#scripts/migration-diff";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { ROOT } from "#server/start/checkout";

/** Writes the next SQL migration: what leads from the existing migrations to the schema. */
async function writeMigration(name: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "form-intake-shadow-"));
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  try {
    const schema = await readFile(join(ROOT, "prisma/schema.prisma"), "utf8");
    const sql = await diffSchema(database.url, await readMigrations(), schema);
    if (!sql) {
      console.log("The migrations already match prisma/schema.prisma: nothing to write.");
      return;
    }
    const time = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
    const dir = join("prisma/migrations", `${time}_${name}`);
    await mkdir(join(ROOT, dir), { recursive: true });
    await writeFile(join(ROOT, dir, "migration.sql"), sql);
    const lockfile = join(ROOT, "prisma/migrations/migration_lock.toml");
    await writeFile(lockfile, 'provider = "postgresql"\n');
    console.log(`Wrote ${dir}/migration.sql. Review it before you commit it.`);
  } finally {
    await database.stop();
    await rm(database.directory, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

const name = (process.argv[2] ?? "").replaceAll("-", "_");
if (/^[a-z][a-z0-9_]*$/.test(name)) {
  await writeMigration(name);
} else {
  console.error("Name the migration in lowercase: npm run db:migration -- add-routing");
  process.exitCode = 1;
}
