import { type CallOptions, connect } from "./call.js";
import { destinationResources } from "./destinations.js";
import { formResources } from "./forms.js";
import type { AcceptedSubmission, SubmissionJson } from "./generated/api-types.js";
import { importResources } from "./imports.js";
import { submissionResources } from "./submissions.js";
import { webhookResources } from "./webhooks.js";

export type ClientOptions = {
  /** The service's address, such as `https://forms.example.com`. */
  baseUrl: string;
  /** A management token. Only `submit` works without one. Keep it on your server. */
  token?: string | undefined;
  /** Replaces the runtime's own `fetch`. */
  fetch?: typeof fetch | undefined;
  /** The number of times a call is repeated where that's safe. Default: 3. */
  maxRetries?: number | undefined;
  /** The time limit of each try. A download's body isn't limited. Default: 30,000 ms. */
  timeoutMs?: number | undefined;
};

export type SubmitOptions = CallOptions & {
  /** 1–128 visible ASCII characters. A submission with the same key is stored once. Default: a random key per call. */
  idempotencyKey?: string | undefined;
  /** The `Origin` to send, for forms that only accept submissions from their allowed origins. */
  origin?: string | undefined;
};

function wholeNumber(name: string, value: number, min: number): number {
  if (Number.isInteger(value) && value >= min && value < 2 ** 31) return value;
  throw new RangeError(`${name} must be a whole number from ${min}, but is ${value}.`);
}

function addressOf(baseUrl: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(baseUrl)) return baseUrl.replace(/\/+$/, "");
  throw new TypeError(`baseUrl must be a URL with https, but is ${JSON.stringify(baseUrl)}.`);
}

/**
 * A client of one service and workspace. All methods throw `FormIntakeError`.
 *
 * @throws {TypeError} if `baseUrl` isn't a URL
 * @throws {RangeError} if `maxRetries` or `timeoutMs` isn't a whole number
 */
export function createClient(options: ClientOptions) {
  const { fetch: ownFetch = globalThis.fetch, maxRetries = 3, timeoutMs = 30_000 } = options;
  const connection = {
    baseUrl: addressOf(options.baseUrl),
    token: options.token,
    // Some runtimes' own function fails as a method of another object.
    fetch: ((url, init) => ownFetch(url, init)) satisfies typeof fetch,
    maxRetries: wholeNumber("maxRetries", maxRetries, 0),
    timeoutMs: wholeNumber("timeoutMs", timeoutMs, 1),
  };
  const connected = connect(connection);
  const visitor = connect({ ...connection, token: undefined });
  return {
    ...formResources(connected),
    ...submissionResources(connected),
    ...importResources(connected),
    ...webhookResources(connected),
    ...destinationResources(connected),
    /** Submits to a form as a visitor does. Use FormData for files. Repeated safely, thanks to its idempotency key. */
    submit(
      publicKey: string,
      fields: SubmissionJson | FormData,
      options: SubmitOptions = {},
    ): Promise<AcceptedSubmission["data"]> {
      const { idempotencyKey = crypto.randomUUID(), origin, signal } = options;
      const headers = { "idempotency-key": idempotencyKey, ...(origin ? { origin } : {}) };
      return visitor.submit({ path: { publicKey }, body: fields, headers, signal });
    },
  };
}

export type FormIntakeClient = ReturnType<typeof createClient>;
