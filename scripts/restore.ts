import { runRestore } from "#selfhost/backup/restore";
import { openEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

await runRestore(openEmbeddedDatabase);
