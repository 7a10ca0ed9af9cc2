/** Resolves to whether `work` settles within `limitMs`. Never rejects, and doesn't stop work that is late. */
export async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const limit = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => limit.resolve(false), limitMs);
  const settled = () => true;
  try {
    return await Promise.race([work.then(settled, settled), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The result of `work`, or a failure after `limitMs`. The work isn't stopped: it needs a limit of its own.
 *
 * @throws what `work` throws, or an error with this message
 */
export async function withTimeout<T>(
  work: Promise<T>,
  limitMs: number,
  message: string,
): Promise<T> {
  if (await settlesWithin(work, limitMs)) return work;
  throw new Error(message);
}
