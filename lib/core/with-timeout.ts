/**
 * The result of `work`, or a failure after `limitMs`. The work itself goes on: it needs a limit of its own.
 *
 * @throws what `work` throws, or an error with this message
 */
export async function withTimeout<T>(
  work: Promise<T>,
  limitMs: number,
  message: string,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
