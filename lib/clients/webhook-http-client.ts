import { performance } from "node:perf_hooks";
import type { Client } from "undici";
import { type CallOutcome, WebhookCallError } from "#lib/clients/webhook-call-error";
import { dialOverride, dialPublic, secure } from "#lib/clients/webhook-http-client-connect";
import { exchange, openClient, type RawResponse } from "#lib/clients/webhook-http-client-exchange";
import {
  type CallTarget,
  type ConnectTo,
  createResolve,
  type Resolve,
  readTarget,
  requirePublic,
} from "#lib/clients/webhook-http-client-resolve";
import { settings } from "#lib/core/settings";
import { singleton } from "#lib/core/singleton";

const MAX_IDLE_PER_ORIGIN = 256;
const MAX_IDLE = 512;

/** Idle connections with their origin, the longest idle first. Each was checked when it was opened. */
class IdleConnections {
  private readonly origins = new Map<Client, string>();

  private ofOrigin(origin: string): Client[] {
    return [...this.origins].flatMap(([client, its]) => (its === origin ? [client] : []));
  }

  take(origin: string): Client | null {
    const client = this.ofOrigin(origin).at(-1) ?? null;
    if (client) this.origins.delete(client);
    return client;
  }

  /** Keeps a connection whose response was read to the end. */
  keep(origin: string, client: Client): void {
    const isFull =
      this.origins.size >= MAX_IDLE || this.ofOrigin(origin).length >= MAX_IDLE_PER_ORIGIN;
    if (client.destroyed || isFull) this.discard(client);
    else this.origins.set(client, origin);
  }

  discard(client: Client): void {
    this.origins.delete(client);
    if (!client.destroyed) void client.destroy().catch(() => undefined);
  }
}

/** For the whole exchange, and for DNS, connection and TLS. */
const EXCHANGE_DEADLINE_MS = 15_000;
export const CONNECT_DEADLINE_MS = 5_000;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

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
  body: string | null;
  isTruncated: boolean;
  /** A sentence, or null after a success. */
  error: string | null;
};

/** How long a call may take by the caller's clock, and how it is cancelled. */
type Limits = { deadline?: (ms: number) => AbortSignal; signal?: AbortSignal };

export type WebhookHttpClient = {
  /** Sends one POST. Rejects only when `signal` aborts, with its reason. */
  call: (call: WebhookRequest, limits?: Limits) => Promise<WebhookResponse>;
  resolve: Resolve;
  connectTo: ConnectTo;
  ca: string | undefined;
};

function toOutcome({ status, retryAfter, body, isTruncated }: RawResponse) {
  const text = new TextDecoder().decode(body, { stream: isTruncated });
  const response = { status, retryAfter, body: text.replaceAll("\0", "\uFFFD"), isTruncated };
  if (status < 300) return { outcome: "succeeded", error: null, ...response } as const;
  if (REDIRECTS.has(status)) {
    const error = `The endpoint responded with a redirect (${status}). Redirects aren't followed.`;
    return { outcome: "redirect_refused", error, ...response } as const;
  }
  return {
    outcome: "http_error",
    error: `The endpoint responded with ${status}.`,
    ...response,
  } as const;
}

/**
 * The HTTP client for webhooks. Checks the address of every connection when it opens it, unless
 * `connectTo` overrides it. Idle connections serve only their own origin.
 */
export function createWebhookHttpClient(
  options: { resolve?: Resolve; connectTo?: ConnectTo; ca?: string } = {},
): WebhookHttpClient {
  const { resolve = createResolve(), connectTo = new Map(), ca } = options;
  const idle = new IdleConnections();

  async function connect(target: CallTarget, signal: AbortSignal): Promise<Client> {
    const override = connectTo.get(target.hostname);
    const socket = override
      ? await dialOverride(override, signal)
      : await dialPublic(
          target.hostname,
          requirePublic(await resolve(target.hostname, signal)),
          signal,
        );
    const client = openClient(target.origin, await secure(socket, target.hostname, ca, signal));
    client.once("disconnect", () => idle.discard(client));
    return client;
  }

  async function exchangeOn(
    client: Client,
    target: CallTarget,
    call: WebhookRequest,
    signal: AbortSignal,
  ): Promise<RawResponse> {
    try {
      const response = await exchange(client, target, call, signal);
      if (response.isTruncated) idle.discard(client);
      else idle.keep(target.origin, client);
      return response;
    } catch (failure) {
      idle.discard(client);
      throw failure;
    }
  }

  /** null when the endpoint had closed the idle connection, so the request can be sent on a new one. */
  async function exchangeOnIdle(
    target: CallTarget,
    call: WebhookRequest,
    signal: AbortSignal,
  ): Promise<RawResponse | null> {
    const client = idle.take(target.origin);
    if (!client) return null;
    try {
      return await exchangeOn(client, target, call, signal);
    } catch (failure) {
      const isClosed =
        failure instanceof WebhookCallError && failure.outcome === "connection_failed";
      if (isClosed) return null;
      throw failure;
    }
  }

  async function connectInTime(
    target: CallTarget,
    called: AbortSignal,
    deadline: AbortSignal,
  ): Promise<Client> {
    try {
      return await connect(target, AbortSignal.any([called, deadline]));
    } catch (failure) {
      if (!deadline.aborted || called.aborted) throw failure;
      throw new WebhookCallError("timeout", "Couldn't connect to the endpoint within 5 seconds.");
    }
  }

  async function send(call: WebhookRequest, limits: Limits): Promise<RawResponse> {
    const { deadline = (ms) => AbortSignal.timeout(ms), signal } = limits;
    const target = readTarget(call.url);
    const whole = deadline(EXCHANGE_DEADLINE_MS);
    const called = signal ? AbortSignal.any([whole, signal]) : whole;
    try {
      const reused = await exchangeOnIdle(target, call, called);
      if (reused) return reused;
      const client = await connectInTime(target, called, deadline(CONNECT_DEADLINE_MS));
      return await exchangeOn(client, target, call, called);
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (!whole.aborted) throw failure;
      throw new WebhookCallError("timeout", "The endpoint didn't respond within 15 seconds.");
    }
  }

  return {
    resolve,
    connectTo,
    ca,
    async call(call, limits = {}) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      try {
        const response = toOutcome(await send(call, limits));
        return { durationMs: durationMs(), ...response };
      } catch (failure) {
        if (!(failure instanceof WebhookCallError)) throw failure;
        const { outcome, message: error } = failure;
        const nothing = { status: null, retryAfter: null, body: null, isTruncated: false };
        return { outcome, durationMs: durationMs(), error, ...nothing };
      }
    },
  };
}

/** This process's client, by its settings. */
export function webhookHttpClient(): WebhookHttpClient {
  return singleton("webhook-http-client", () =>
    createWebhookHttpClient({ connectTo: settings().outboundConnectTo }),
  );
}
