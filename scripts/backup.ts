import { runBackup } from "#selfhost/backup/backup";
import { openEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

await runBackup(openEmbeddedDatabase);
