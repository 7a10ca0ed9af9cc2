import { runRestore } from "#selfhost/backup/run-restore";

await runRestore();
