import { FormIntakeError, readError, readJson } from "./errors.js";

/** All waiting of one call together. */
const MAX_WAIT_SECONDS = 60;

export type Settings = { fetch: typeof fetch; maxRetries: number; timeoutMs: number };

export type Outgoing = {
  url: string;
  method: string;
  headers: Headers;
  body: string | FormData | null;
  /** True if sending it twice has the same effect as sending it once. */
  isRepeatable: boolean;
  /** True to return the response unread, instead of its JSON. */
  isStream: boolean;
  signal: AbortSignal | undefined;
};

/** @throws the signal's reason as soon as it aborts */
function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", abort);
  });
}

function connectionError(url: string, cause: unknown): FormIntakeError {
  // Node puts the reason in the cause of "fetch failed".
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const message = `The connection to ${url} failed: ${reason}`;
  return new FormIntakeError(message, { status: 0, code: "connection_failed", cause });
}

/** @throws {FormIntakeError}; the signal's reason if the caller aborts */
async function sendOnce(sent: Outgoing, { fetch, timeoutMs }: Settings): Promise<unknown> {
  const { url, method, headers, body, isStream, signal } = sent;
  signal?.throwIfAborted();
  // Some edge runtimes lack AbortSignal.any.
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  const timer = setTimeout(() => {
    const message = `${url} didn't respond within ${timeoutMs} ms.`;
    controller.abort(new FormIntakeError(message, { status: 0, code: "timeout" }));
  }, timeoutMs);
  let isOpen = false;
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      // To follow one would lose the body or the token.
      redirect: "manual",
      signal: controller.signal,
    });
    if (!response.ok) throw await readError(response);
    isOpen = isStream;
    if (isStream) return response;
    return response.status === 204 ? undefined : await readJson(response);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error instanceof FormIntakeError ? error : connectionError(url, error);
  } finally {
    clearTimeout(timer);
    // The caller can still abort a download.
    if (!isOpen) signal?.removeEventListener("abort", abort);
  }
}

/**
 * The time to wait before another try, or null if there's no point or the request might take effect twice. Cooldowns
 * and used-up allowances are also 429, but waiting for them is the caller's decision.
 */
function waitSeconds(error: FormIntakeError, tries: number, isRepeatable: boolean): number | null {
  const { status, code, retryAfterSeconds } = error;
  const isThrottled = status === 429 && /^(rate_limited|unexpected_response)$/.test(code);
  const isTransient = [0, 502, 503, 504].includes(status);
  if (!isThrottled && !(isTransient && isRepeatable)) return null;
  return retryAfterSeconds ?? 0.25 * 2 ** tries * (1 + Math.random());
}

/**
 * Sends a request, and repeats it where that's safe: after a rate limit, and if it's repeatable, after a failed
 * connection or a 502, 503, or 504.
 *
 * @returns the JSON, undefined without a body, or the response of a stream
 * @throws {FormIntakeError}; the signal's reason if the caller aborts
 */
export async function send(sent: Outgoing, settings: Settings): Promise<unknown> {
  let waited = 0;
  let mayHaveArrived = false;
  for (let tries = 0; ; tries++) {
    try {
      return await sendOnce(sent, settings);
    } catch (error) {
      if (!(error instanceof FormIntakeError)) throw error;
      // An earlier try deleted it, and only the response was lost.
      if (mayHaveArrived && sent.method === "DELETE" && error.status === 404) return undefined;
      const seconds = waitSeconds(error, tries, sent.isRepeatable);
      if (seconds === null || tries >= settings.maxRetries || waited + seconds > MAX_WAIT_SECONDS)
        throw error;
      mayHaveArrived ||= error.status !== 429;
      await sleep(seconds, sent.signal);
      waited += seconds;
    }
  }
}
