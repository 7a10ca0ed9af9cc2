import { EventEmitter, once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { close, listen, serveHttp } from "#tests/support/twins/listen";

export type ReceivedEmail = {
  key: string;
  body: string;
  authorization: string;
  userAgent: string;
  traceparent: string | undefined;
};
/** The end of the next call: a response, a hang, or a broken connection before or during the response. */
export type NextAnswer =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | "hang"
  | "break"
  | "break-in-answer"
  | "hang-in-answer";

export type TwinOptions = {
  /** Sends an email for every accepted call, even with a repeated idempotency key. */
  isForgetful?: boolean;
  /** Awaited between accepting an email and responding. */
  beforeAnswer?: () => Promise<void>;
};

/**
 * Resend's `POST /emails` in this process, for tests. It accepts every email unless `answerNext` sets
 * another response, and like Resend, sends a key with the same bytes once in 24 hours.
 *
 * `received` has every call, and `sent` the sent emails: one per key, or one per call with
 * `isForgetful`.
 */
export async function startResendTwin(options: TwinOptions = {}) {
  const received: ReceivedEmail[] = [];
  const sent: ReceivedEmail[] = [];
  const answers: NextAnswer[] = [];
  const arrivals = new EventEmitter();

  function take(email: ReceivedEmail): { status: number; body: unknown } {
    const earlier = sent.find(({ key }) => key === email.key);
    if (earlier && !options.isForgetful)
      return earlier.body === email.body
        ? { status: 200, body: { id: email.key } }
        : { status: 409, body: { name: "invalid_idempotent_request", message: "other payload" } };
    sent.push(email);
    return { status: 200, body: { id: email.key } };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const email = {
      key: String(request.headers["idempotency-key"] ?? ""),
      body: await text(request),
      authorization: String(request.headers.authorization ?? ""),
      userAgent: String(request.headers["user-agent"] ?? ""),
      traceparent: request.headers.traceparent?.toString(),
    };
    if (request.method !== "POST" || request.url !== "/emails")
      return respond(response, { status: 404, body: { name: "not_found", message: "no" } });
    received.push(email);
    arrivals.emit("arrival");
    const next = answers.shift();
    if (next === "hang") return;
    if (next === "break") return void request.socket.destroy();
    if (next === "break-in-answer" || next === "hang-in-answer") {
      take(email);
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"id":', () => next === "break-in-answer" && request.socket.destroy());
      return;
    }
    const answer = next ?? take(email);
    await options.beforeAnswer?.();
    respond(response, answer);
  }

  const { server, port, url, stop } = await serveHttp(serve);

  return {
    url,
    received,
    sent,
    answerNext(...next: NextAnswer[]) {
      answers.push(...next);
    },
    /** Resolves once `count` calls in total have arrived. */
    async receivedCount(count: number): Promise<void> {
      while (received.length < count) await once(arrivals, "arrival");
    },
    reset() {
      received.length = 0;
      sent.length = 0;
      answers.length = 0;
    },
    /** Runs `work` while the twin isn't listening. */
    async whileAway(work: () => Promise<void>): Promise<void> {
      await close(server);
      try {
        await work();
      } finally {
        await listen(server, port);
      }
    },
    stop,
  };
}

function respond(
  response: ServerResponse,
  answer: { status: number; body?: unknown; headers?: Record<string, string> },
): void {
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
}
