import { once } from "node:events";
import { isIP, connect as openPlain, type Socket, type TcpNetConnectOpts } from "node:net";
import { performance } from "node:perf_hooks";
import { type ConnectionOptions, connect as openTls } from "node:tls";
import { Agent, Pool } from "undici";
import {
  type CallTarget,
  createResolve,
  pinnedLookup,
  type Resolve,
  readTarget,
  requireAllowed,
  resolveLocally,
  resolveNothing,
} from "#lib/adapters/http-calls/webhook-address";
import {
  type CallOutcome,
  readWebhookResponse,
  toCallError,
  toConnectError,
  unreadResponse,
  WebhookCallError,
} from "#lib/adapters/http-calls/webhook-outcome";
import { type SentStatus, WatchedClient } from "#lib/adapters/http-calls/webhook-status";
import { type Settings, settings } from "#lib/core/settings/settings";

/** The time limits of the whole exchange, and of DNS, connection, and TLS. */
const CALL_DEADLINE_MS = 15_000;
export const CONNECT_DEADLINE_MS = 5_000;
/** How long to wait for one address before trying the next one in parallel. */
const NEXT_ADDRESS_MS = 1_000;
/** How long a connection may stay idle: shorter than endpoints keep theirs open. */
const IDLE_MS = 2_000;
/** Beyond this size, only the status of a response is used. */
const MAX_HEADER_BYTES = 65_536;
/** The operator's overrides: where to connect for a host, instead of asking DNS. */
export type ConnectTo = ReadonlyMap<string, { address: string; port: number }>;

export type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Sent unchanged, in UTF-8. With null, the URL is read by GET. */
  body: string | null;
};

export type WebhookResponse = {
  outcome: CallOutcome;
  durationMs: number;
  /** null without complete response headers. */
  status: number | null;
  /** The header as sent: seconds or a date. */
  retryAfter: string | null;
  location: string | null;
  body: string | null;
  /** True if the body was, or may have been, longer. */
  isTruncated: boolean;
  /** A sentence, or null after a success. */
  error: string | null;
};

/** The time limit of a call by the caller's clock, and the signal that cancels it. */
type Limits = { deadline?: (ms: number) => AbortSignal; signal?: AbortSignal };

type ClientOptions = {
  resolve?: Resolve;
  connectTo?: ConnectTo;
  /** `host:port` that the operator has opened. */
  allowedHosts?: ReadonlySet<string>;
  /** Certificate authorities to trust instead of this process's own, for tests. */
  ca?: string;
  connectDeadlineMs?: number;
};

/**
 * Creates the HTTP client for webhooks. When it opens a connection, it checks all addresses of a name,
 * unless `connectTo` overrides them, and connects only to those: public ones, or, for a host in
 * `allowedHosts`, any but those that are never called. Redirects aren't followed, and responses aren't
 * decompressed.
 */
export function createWebhookHttpClient(options: ClientOptions = {}) {
  const { ca, allowedHosts = new Set() } = options;
  const resolvePublic = options.resolve ?? createResolve();
  const resolveOpened = options.resolve ?? resolveLocally;
  const connectTo: ConnectTo = options.connectTo ?? new Map();
  const { connectDeadlineMs = CONNECT_DEADLINE_MS } = options;

  /** @throws {WebhookCallError} address_blocked */
  const target = (url: string) => readTarget(url, allowedHosts);
  const overrideOf = ({ hostname, port }: CallTarget) =>
    port === 443 ? connectTo.get(hostname) : undefined;

  /** Resolves all addresses; null if the operator overrides them. */
  async function resolve(to: CallTarget, signal: AbortSignal): Promise<readonly string[] | null> {
    if (overrideOf(to)) return null;
    return (to.isOpened ? resolveOpened : resolvePublic)(to.hostname, signal);
  }

  /**
   * Starts a connection as calls do, over TCP and, unless the URL says http, TLS, to one of these addresses.
   *
   * @throws {WebhookCallError} address_blocked
   */
  function dial(to: CallTarget, addresses: readonly string[] | null): Socket {
    const { hostname, port, isTls } = to;
    const override = overrideOf(to);
    const address: TcpNetConnectOpts = {
      ...(override
        ? { host: override.address, port: override.port }
        : { host: hostname, port, lookup: pinnedLookup(requireAllowed(to, addresses ?? [])) }),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    };
    const secure: ConnectionOptions = {
      // Set for names only: for an IP address, the certificate is compared with the host.
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ALPNProtocols: ["http/1.1"],
      ...(ca === undefined ? {} : { ca }),
    };
    const socket = isTls ? openTls({ ...address, ...secure }) : openPlain(address);
    // The caller sees its error; without a listener, a later one would be thrown.
    return socket.setNoDelay(true).on("error", () => undefined);
  }

  async function connect(to: CallTarget): Promise<Socket> {
    const signal = AbortSignal.timeout(connectDeadlineMs);
    let socket: Socket | undefined;
    try {
      socket = dial(to, await resolve(to, signal));
      await once(socket, to.isTls ? "secureConnect" : "connect", { signal });
      return socket;
    } catch (failure) {
      socket?.destroy();
      if (!signal.aborted) throw toConnectError(failure);
      throw new WebhookCallError("timeout", "Couldn't connect to the endpoint within 5 seconds.");
    }
  }

  function openClient(origin: URL, given: object): WatchedClient {
    const client: WatchedClient = new WatchedClient(origin, {
      ...given,
      connect: ({ protocol, host }, callback) =>
        void connect(target(`${protocol}//${host}`)).then(
          (socket) => {
            callback(null, socket);
            // Called after the parser has attached itself, so that it keeps control of the flow.
            client.watch(socket);
          },
          (failure: Error) => callback(failure, null),
        ),
    });
    return client;
  }

  const agent = new Agent({
    factory: (origin, given) => new Pool(origin, { ...given, factory: openClient }),
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The deadline of the call ends both phases.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });

  async function send(call: WebhookRequest, { deadline, signal }: Limits) {
    const { origin, path } = target(call.url);
    const { headers, body } = call;
    const whole = deadline?.(CALL_DEADLINE_MS) ?? AbortSignal.timeout(CALL_DEADLINE_MS);
    const called = signal ? AbortSignal.any([whole, signal]) : whole;
    const opaque: SentStatus = { status: null };
    try {
      return await readWebhookResponse(
        await agent.request({
          origin,
          path,
          method: body === null ? "GET" : "POST",
          headers,
          body,
          signal: called,
          opaque,
        }),
      );
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (opaque.status !== null) return unreadResponse(opaque.status);
      if (!whole.aborted) throw toCallError(failure);
      throw new WebhookCallError("timeout", "The endpoint didn't respond within 15 seconds.");
    }
  }

  /** Sends one request. Rejects only when `signal` aborts, with its reason. */
  async function call(request: WebhookRequest, limits: Limits = {}): Promise<WebhookResponse> {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      const response = await send(request, limits);
      return { durationMs: durationMs(), ...response };
    } catch (failure) {
      if (!(failure instanceof WebhookCallError)) throw failure;
      const { outcome, message: error } = failure;
      const nothing = { status: null, retryAfter: null, location: null, body: null };
      return { outcome, durationMs: durationMs(), error, ...nothing, isTruncated: false };
    }
  }

  return { target, resolve, dial, call, agent };
}

export type WebhookHttpClient = ReturnType<typeof createWebhookHttpClient>;

const clients = new WeakMap<Settings, WebhookHttpClient>();

/** Returns this process's client, configured by its settings. */
export function webhookHttpClient(): WebhookHttpClient {
  const known = clients.get(settings());
  if (known) return known;
  const { outboundConnectTo: connectTo, webhookAllowedHosts: allowedHosts } = settings();
  const client = createWebhookHttpClient(
    settings().isOutgoingOn
      ? { connectTo, allowedHosts }
      : { resolve: resolveNothing, allowedHosts },
  );
  clients.set(settings(), client);
  return client;
}
