import { once } from "node:events";
import type { TcpNetConnectOpts } from "node:net";
import { performance } from "node:perf_hooks";
import { type ConnectionOptions, connect as openSocket, type TLSSocket } from "node:tls";
import { Agent } from "undici";
import {
  createResolve,
  pinnedLookup,
  type Resolve,
  readTarget,
  requirePublic,
} from "#lib/clients/webhook-address";
import {
  type CallOutcome,
  toCallError,
  toConnectError,
  WebhookCallError,
} from "#lib/clients/webhook-call-error";
import { settings } from "#lib/core/settings";

/** For the whole exchange, and for DNS, connection and TLS. */
const CALL_DEADLINE_MS = 15_000;
export const CONNECT_DEADLINE_MS = 5_000;
/** How long to wait for one address before trying the next one in parallel. */
const NEXT_ADDRESS_MS = 1_000;
/** How long a connection may stay idle: shorter than endpoints keep theirs. */
const IDLE_MS = 2_000;
const MAX_HEADER_BYTES = 16_384;
/** Bytes of a response body that are read. */
const MAX_BODY_BYTES = 16_384;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where the operator sends connections for a host instead of asking DNS. */
export type ConnectTo = ReadonlyMap<string, { address: string; port: number }>;

export type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as it is, in UTF-8. */
  body: string;
};

export type WebhookResponse = {
  outcome: CallOutcome;
  durationMs: number;
  /** null without complete response headers. */
  status: number | null;
  /** The header as it was sent: seconds or a date. */
  retryAfter: string | null;
  /** Where a redirect leads. */
  location: string | null;
  body: string | null;
  /** Whether there was, or may have been, more. */
  isTruncated: boolean;
  /** A sentence, or null after a success. */
  error: string | null;
};

/** How long a call may take by the caller's clock, and how it is cancelled. */
type Limits = { deadline?: (ms: number) => AbortSignal; signal?: AbortSignal };

export type WebhookHttpClient = {
  /** Sends one POST. Rejects only when `signal` aborts, with its reason. */
  call: (call: WebhookRequest, limits?: Limits) => Promise<WebhookResponse>;
  /**
   * Starts a connection as calls do, over TCP and TLS, to one of these addresses.
   *
   * @throws {WebhookCallError} address_blocked
   */
  dial: (hostname: string, addresses: readonly string[]) => TLSSocket;
  resolve: Resolve;
  connectTo: ConnectTo;
};

type ClientOptions = {
  resolve?: Resolve;
  connectTo?: ConnectTo;
  /** Authorities to trust instead of this process's own, for tests. */
  ca?: string;
  connectDeadlineMs?: number;
};

/**
 * The HTTP client for webhooks. Checks all addresses of a name when it opens a connection, unless
 * `connectTo` overrides them, and connects to those only. Redirects aren't followed, and responses aren't
 * decompressed.
 */
export function createWebhookHttpClient(options: ClientOptions = {}): WebhookHttpClient {
  const { resolve = createResolve(), ca } = options;
  const connectTo: ConnectTo = options.connectTo ?? new Map();
  const { connectDeadlineMs = CONNECT_DEADLINE_MS } = options;

  function dial(hostname: string, addresses: readonly string[]): TLSSocket {
    const override = connectTo.get(hostname);
    const options: ConnectionOptions & TcpNetConnectOpts = {
      ...(override
        ? { host: override.address, port: override.port }
        : { host: hostname, port: 443, lookup: pinnedLookup(requirePublic(addresses)) }),
      servername: hostname,
      ALPNProtocols: ["http/1.1"],
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      ...(ca === undefined ? {} : { ca }),
    };
    // Whoever waits for it sees its error; without a listener a later one would be thrown.
    return openSocket(options)
      .setNoDelay(true)
      .on("error", () => undefined);
  }

  async function connect(hostname: string): Promise<TLSSocket> {
    const signal = AbortSignal.timeout(connectDeadlineMs);
    let socket: TLSSocket | undefined;
    try {
      socket = dial(hostname, connectTo.has(hostname) ? [] : await resolve(hostname, signal));
      await once(socket, "secureConnect", { signal });
      return socket;
    } catch (failure) {
      socket?.destroy();
      if (!signal.aborted) throw toConnectError(failure);
      throw new WebhookCallError("timeout", "Couldn't connect to the endpoint within 5 seconds.");
    }
  }

  const agent = new Agent({
    connect: ({ hostname }, callback) =>
      void connect(hostname).then(
        (socket) => callback(null, socket),
        (failure: Error) => callback(failure, null),
      ),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The deadline of the call ends both.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });

  async function send(call: WebhookRequest, { deadline, signal }: Limits) {
    const { origin, path } = readTarget(call.url);
    const { headers, body } = call;
    const whole = deadline?.(CALL_DEADLINE_MS) ?? AbortSignal.timeout(CALL_DEADLINE_MS);
    const called = signal ? AbortSignal.any([whole, signal]) : whole;
    try {
      return await readWebhookResponse(
        await agent.request({ origin, path, method: "POST", headers, body, signal: called }),
      );
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (!whole.aborted) throw toCallError(failure);
      throw new WebhookCallError("timeout", "The endpoint didn't respond within 15 seconds.");
    }
  }

  return {
    resolve,
    connectTo,
    dial,
    async call(call, limits = {}) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      try {
        const response = await send(call, limits);
        return { durationMs: durationMs(), ...response };
      } catch (failure) {
        if (!(failure instanceof WebhookCallError)) throw failure;
        const { outcome, message: error } = failure;
        const nothing = {
          status: null,
          retryAfter: null,
          location: null,
          body: null,
          isTruncated: false,
        };
        return { outcome, durationMs: durationMs(), error, ...nothing };
      }
    },
  };
}

/** The result of a call with complete headers, even if the body is too long or breaks off. */
async function readWebhookResponse(given: Awaited<ReturnType<Agent["request"]>>) {
  const { statusCode: status, headers } = given;
  const { text: body, isTruncated } = await readStart(given.body);
  const { "retry-after": retryAfter, location } = headers;
  const response = {
    status,
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    location: typeof location === "string" ? location : null,
    body,
    isTruncated,
  };
  if (status < 300) return { outcome: "succeeded", error: null, ...response } as const;
  if (REDIRECTS.has(status)) {
    const error = `The endpoint responded with a redirect (${status}). Redirects aren't followed.`;
    return { outcome: "redirect_refused", error, ...response } as const;
  }
  const error = `The endpoint responded with ${status}.`;
  return { outcome: "http_error", error, ...response } as const;
}

/** Leaving the loop early closes the connection. */
async function readStart(body: AsyncIterable<Buffer>) {
  const chunks: Buffer[] = [];
  let room = MAX_BODY_BYTES;
  let isTruncated = false;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, room));
      isTruncated = chunk.length > room;
      if (isTruncated) break;
      room -= chunk.length;
    }
  } catch {
    isTruncated = true;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: isTruncated });
  return { text: text.replaceAll("\0", "\uFFFD"), isTruncated };
}

let client: WebhookHttpClient | undefined;

/** This process's client, by its settings. */
export function webhookHttpClient(): WebhookHttpClient {
  client ??= createWebhookHttpClient({ connectTo: settings().outboundConnectTo });
  return client;
}
