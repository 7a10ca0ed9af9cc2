/** Resolves to whether `work` settles within `limitMs`. Never rejects, and doesn't stop late work. */
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
 * Returns the result of `work`, or fails after `limitMs`. The work isn't stopped: it needs its own limit.
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
