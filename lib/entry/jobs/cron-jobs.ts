/** Releases held messages, sends due deliveries, and indexes new messages for search. Loaded by the first call, like all that it needs. */
export async function runOutboxJob(): Promise<object> {
  const { drainOutbox } = await import("#lib/entry/jobs/drain-outbox");
  const { indexSubmissions } = await import("#lib/domain/submissions/search/index-submissions");
  const { releaseHeld } = await import("#lib/domain/submissions/release-held");
  const released = await releaseHeld();
  return { released, ...(await drainOutbox()), indexed: await indexSubmissions() };
}

/** Deletes expired data. */
export async function runMaintenanceJob(): Promise<object> {
  return (await import("#lib/entry/jobs/run-maintenance")).runMaintenance();
}
