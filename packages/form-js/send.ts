import { explainError } from "./error-words.ts";

/** The `detail` of a `form-intake:success` event. A listener may change `message` and `redirect`. */
export type Success = {
  id: string;
  /** Unix epoch milliseconds. */
  receivedAt: number;
  message: string;
  /** The address the page goes to next, or null to stay. */
  redirect: string | null;
};

/** The `detail` of a `form-intake:error` event. A listener may change `message` and `fields`. */
export type Failure = {
  /** An error code of the API, or `network_error` or `timeout`. */
  code: string;
  /** 0 without a response. */
  status: number;
  message: string;
  /** Problems with fields, as sentences. */
  fields: { name: string; message: string }[];
  retryAfterSeconds: number | null;
};

export type Outcome = { success: Success } | { failure: Failure };

/** The parts of a JSON response. Something between us and the service may send anything else. */
type Reply = {
  data?: { id: string; receivedAt: number };
  error?: { code: string; details?: { path: string; message: string }[] };
} | null;

/** The time that the service waits for a slow upload. */
const TIMEOUT_MS = 120_000;

const NO_RESPONSE = {
  network_error: "We couldn’t reach the server. Please check your connection",
  timeout: "The server took too long to respond. Please wait a moment",
};

/** A message may have arrived although its response didn't. Its key makes sending it again safe. */
function noResponse(code: keyof typeof NO_RESPONSE): Failure {
  const message = `${NO_RESPONSE[code]} and send it again. This won’t create a duplicate.`;
  return { code, status: 0, message, fields: [], retryAfterSeconds: null };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The code where the response isn't ours, such as a proxy's page. */
function codeOf(status: number): string {
  if (status === 429) return "rate_limited";
  return status === 413 ? "submission_too_large" : "internal_error";
}

/** @param reply - the body; null if it isn't JSON */
export function readFailure({ status, headers }: Response, reply: Reply): Failure {
  const error = reply?.error;
  const code = error?.code ?? codeOf(status);
  const retryAfterSeconds = Number(headers.get("Retry-After")) || null;
  const { reason, advice } = explainError(code, retryAfterSeconds ?? undefined);
  const fields = (error?.details ?? []).map(({ path, message }) => ({
    name: path,
    message: sentence(message),
  }));
  return { code, status, message: `${reason} ${advice}`, fields, retryAfterSeconds };
}

/** Sends the message once, without a CORS preflight. */
export async function send(url: string, body: FormData): Promise<Outcome> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  const { signal } = controller;
  const headers = { Accept: "application/json" };
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal });
    const text = await response.text();
    const reply: Reply = /^\s*\{/.test(text) ? JSON.parse(text) : null;
    if (!response.ok || !reply?.data?.id) return { failure: readFailure(response, reply) };
    const message = "Thank you. Your message was received.";
    return { success: { ...reply.data, message, redirect: response.headers.get("HX-Redirect") } };
  } catch {
    return { failure: noResponse(signal.aborted ? "timeout" : "network_error") };
  } finally {
    clearTimeout(timer);
  }
}
