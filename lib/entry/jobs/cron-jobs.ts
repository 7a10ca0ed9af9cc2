/**
 * Releases held messages, queues due digests, sends due deliveries, indexes new messages for search, and learns from what people did with
 * messages. Loaded by the first call, like all that it needs.
 */
export async function runOutboxJob(): Promise<object> {
  const { drainOutbox } = await import("#lib/entry/jobs/drain-outbox");
  const { indexSubmissions } = await import("#lib/domain/submissions/search/index-submissions");
  const { releaseHeld } = await import("#lib/domain/submissions/release-held");
  const { learnWords } = await import("#lib/domain/spam/learn-words");
  const { queueDigests } = await import("#lib/domain/emails/digests/queue-digests");
  const released = await releaseHeld();
  const digests = await queueDigests();
  const drained = await drainOutbox();
  return {
    released,
    digests,
    ...drained,
    indexed: await indexSubmissions(),
    learned: await learnWords(),
  };
}

/** Deletes expired data. */
export async function runMaintenanceJob(): Promise<object> {
  return (await import("#lib/entry/jobs/run-maintenance")).runMaintenance();
}
