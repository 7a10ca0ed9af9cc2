import type { Words } from "./words.ts";

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
  /** For the visitor, in the language of the form or the page. */
  message?: string;
  data?: { id: string; receivedAt: number };
  error?: { code: string };
  errors?: { field?: string; message: string }[];
} | null;

/** The time that the service waits for a slow upload. */
const TIMEOUT_MS = 120_000;

/** The code where the response isn't ours, such as a proxy's page. */
function codeOf(status: number): string {
  if (status === 429) return "rate_limited";
  return status === 413 ? "submission_too_large" : "internal_error";
}

/** @param reply - the body; null if it isn't JSON */
function readFailure({ status, headers }: Response, reply: Reply, words: Words): Failure {
  const isOurs = reply !== null && typeof reply.error === "object";
  const usual = status === 413 ? words.tooLarge : words.failed;
  const fields: Failure["fields"] = [];
  for (const { field, message } of (isOurs && reply.errors) || [])
    if (field) fields.push({ name: field, message });
  return {
    code: (isOurs && reply.error?.code) || codeOf(status),
    status,
    message: (isOurs && reply.message) || usual,
    fields,
    retryAfterSeconds: Number(headers.get("Retry-After")) || null,
  };
}

/** Sends the message once, without a CORS preflight. */
export async function send(url: string, body: FormData, words: Words): Promise<Outcome> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  const { signal } = controller;
  const headers = { Accept: "application/json" };
  try {
    const response = await fetch(url, { method: "POST", headers, body, signal });
    const text = await response.text();
    const reply: Reply = /^\s*\{/.test(text) ? JSON.parse(text) : null;
    if (!response.ok || !reply?.data?.id) return { failure: readFailure(response, reply, words) };
    const { data, message = "" } = reply;
    return { success: { ...data, message, redirect: response.headers.get("HX-Redirect") } };
  } catch {
    // The message may have arrived although its response didn't. Its key makes sending it again safe.
    const code = signal.aborted ? "timeout" : "network_error";
    const failure = { code, status: 0, message: words.unreachable, fields: [] };
    return { failure: { ...failure, retryAfterSeconds: null } };
  } finally {
    clearTimeout(timer);
  }
}
