/**
 * Releases held messages, queues due digests, sends due deliveries, indexes new messages for search, learns from
 * people's decisions about messages, and processes imports. It's loaded by the first call, including everything it
 * needs.
 */
export async function runOutboxJob(): Promise<object> {
  const { drainOutbox } = await import("#lib/entry/jobs/drain-outbox");
  const { indexSubmissions } = await import("#lib/domain/submissions/search/index-submissions");
  const { releaseHeld } = await import("#lib/domain/submissions/release-held");
  const { runImports } = await import("#lib/domain/imports/run-imports");
  const { learnWords } = await import("#lib/domain/spam/learn-words");
  const { queueDigests } = await import("#lib/domain/emails/digests/queue-digests");
  const released = await releaseHeld();
  const digests = await queueDigests();
  const drained = await drainOutbox();
  const indexed = await indexSubmissions();
  const learned = await learnWords();
  return { released, digests, ...drained, indexed, learned, imports: await runImports() };
}

/** Deletes expired data. */
export async function runMaintenanceJob(): Promise<object> {
  return (await import("#lib/entry/jobs/run-maintenance")).runMaintenance();
}
