import pg from "pg";

/**
 * Freezes a PostgreSQL server with all its processes: it takes connections and never responds.
 *
 * @param adminUrl - of a superuser, who sees every process
 * @param postmasterPid - the process that starts the others
 * @returns lets it continue
 */
export async function freezeDatabase(adminUrl: string, postmasterPid: number): Promise<() => void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on("error", () => undefined);
  await client.connect();
  // From here on, no more processes are started.
  process.kill(postmasterPid, "SIGSTOP");
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
  );
  const pids = [postmasterPid, ...rows.map(({ pid }) => pid)];
  await client.end();
  for (const pid of pids) signal(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) signal(pid, "SIGCONT");
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended since it was listed.
  }
}
