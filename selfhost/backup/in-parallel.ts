/** Hides the time that a bucket takes to respond. */
const WORKERS = 4;

/**
 * Works on items a few at a time, each once. After a failure no further item is begun.
 *
 * @throws the first failure, once all work has ended
 */
export async function inParallel<T>(
  items: AsyncGenerator<T, void>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const workThrough = async () => {
    for await (const item of items) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: WORKERS }, workThrough));
  const failure = ends.find((end) => end.status === "rejected");
  if (failure) throw failure.reason;
}
