import { runBackup } from "#selfhost/backup/run-backup";

await runBackup();
