// Imports nothing that an old Node lacks before it has said so.
const NODE_MAJOR = 24;

/** The commands of `node service.js <command>` in a production folder; a checkout has some as npm scripts. */
const COMMANDS: Record<string, () => Promise<void>> = {
  start: async () => (await import("#server/start/serve")).serve(),
  migrate: async () => (await import("#server/commands/migrate-database")).runMigrations(),
  backup: async () => (await import("#server/commands/backup/backup")).runBackup(),
  restore: async () => (await import("#server/commands/backup/restore")).runRestore(),
  "secrets:rotate": async () => (await import("#server/commands/rotate-secrets")).runRotation(),
  health: async () => (await import("#server/commands/command")).runHealthCheck(),
};

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const { node } = process.versions;
if (Number.parseInt(node, 10) < NODE_MAJOR)
  fail(`Node.js ${node} is too old: this folder needs ${NODE_MAJOR} or newer.`);
const [name = ""] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (!command) fail(`Unknown command "${name}". Available: ${Object.keys(COMMANDS).join(", ")}.`);
process.chdir((await import("#server/start/checkout")).ROOT);
Object.assign(process.env, { NODE_ENV: "production" });
await command();
