import { runRestore } from "#selfhost/backup/run-restore";
import { openEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

await runRestore(openEmbeddedDatabase);
