import { runBackup } from "#selfhost/backup/run-backup";
import { openEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

await runBackup(openEmbeddedDatabase);
