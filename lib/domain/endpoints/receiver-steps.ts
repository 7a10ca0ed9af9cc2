import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type CallTarget, requireAllowed } from "#lib/adapters/http-calls/webhook-address";
import {
  CONNECT_DEADLINE_MS,
  type WebhookHttpClient,
  type WebhookResponse,
} from "#lib/adapters/http-calls/webhook-http-client";
import { toConnectError } from "#lib/adapters/http-calls/webhook-outcome";
import { countOf } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import type { Clock } from "#lib/domain/deliveries/clock";
import {
  type CheckResult,
  checkRejection,
  checkRepeat,
  checkSignedEvent,
  failedCheck,
  type ReceiverCheck,
} from "#lib/domain/endpoints/receiver-checks";
import { signEvent } from "#lib/domain/endpoints/signature";

const OLD_MS = 10 * 60_000;
const OUTGOING_OFF = "Outgoing calls are turned off on this server.";
const OVERRIDDEN = "Skipped: this host is overridden by the server configuration.";
const OPENED = "Skipped: the server configuration allows this host, public or not.";
const PLAIN = "Skipped: the URL uses HTTP, which the server configuration allows for this host.";

/** The inputs of a test, and the results of its steps. */
export type ReceiverTestRun = {
  url: string;
  secret: string;
  /** The endpoint's custom headers. */
  headers: Readonly<Record<string, string>>;
  eventId: string;
  body: string;
  httpClient: WebhookHttpClient;
  clock: Clock;
  /** Ends the whole test. */
  signal: AbortSignal;
  target?: CallTarget;
  /** Null if the operator overrides them. */
  addresses?: readonly string[] | null;
  socket?: Socket;
};

export type ReceiverStep = {
  id: ReceiverCheck["id"];
  title: string;
  /** True if later steps are still meaningful when this one fails. */
  isOptional?: true;
  run: (test: ReceiverTestRun) => Promise<CheckResult>;
};

/** Uses the same connection timeout as a delivery. */
async function inConnectTime(
  test: ReceiverTestRun,
  work: (signal: AbortSignal) => Promise<CheckResult>,
): Promise<CheckResult> {
  const deadline = test.clock.deadline(CONNECT_DEADLINE_MS);
  try {
    return await work(AbortSignal.any([test.signal, deadline]));
  } catch (failure) {
    if (test.signal.aborted) throw test.signal.reason;
    if (deadline.aborted) return failedCheck("timeout", "This took more than 5 seconds.");
    const { outcome, message } = toConnectError(failure);
    return failedCheck(outcome, message);
  }
}

async function resolve(test: ReceiverTestRun): Promise<CheckResult> {
  if (!settings().isOutgoingOn) return { status: "fail", detail: OUTGOING_OFF };
  return inConnectTime(test, async (signal) => {
    const { httpClient } = test;
    const target = httpClient.target(test.url);
    test.target = target;
    test.addresses = await httpClient.resolve(target, signal);
    if (test.addresses === null) return { status: "skip", detail: OVERRIDDEN };
    const count = countOf(test.addresses.length, "address", "addresses");
    return { status: "pass", detail: `${target.hostname} has ${count}.` };
  });
}

/** Returns the result of the step `resolve`, which runs first. */
function targetOf({ target }: ReceiverTestRun): CallTarget {
  if (!target) throw new Error("the target comes before the other checks");
  return target;
}

async function checkAddresses(test: ReceiverTestRun): Promise<CheckResult> {
  const { addresses } = test;
  if (!addresses) return { status: "skip", detail: OVERRIDDEN };
  const target = targetOf(test);
  return inConnectTime(test, async () => {
    requireAllowed(target, addresses);
    return target.isOpened
      ? { status: "skip", detail: OPENED }
      : { status: "pass", detail: `Public IP addresses: ${addresses.join(", ")}.` };
  });
}

function connect(test: ReceiverTestRun): Promise<CheckResult> {
  return inConnectTime(test, async (signal) => {
    test.socket = test.httpClient.dial(targetOf(test), test.addresses ?? null);
    await once(test.socket, "connect", { signal });
    return { status: "pass", detail: "The endpoint accepts connections." };
  });
}

function checkCertificate(test: ReceiverTestRun): Promise<CheckResult> {
  return inConnectTime(test, async (signal) => {
    const { socket } = test;
    if (!socket) throw new Error("the certificate was checked before the connection");
    if (!(socket instanceof TLSSocket)) {
      socket.destroy();
      return { status: "skip", detail: PLAIN };
    }
    // The handshake may have failed before this step began.
    if (socket.errored) throw socket.errored;
    if (!socket.authorized) await once(socket, "secureConnect", { signal });
    socket.destroy();
    return { status: "pass", detail: `Valid for ${targetOf(test).hostname}.` };
  });
}

function send(test: ReceiverTestRun, secret: string, ageMs: number): Promise<WebhookResponse> {
  const { url, eventId, body, clock, signal } = test;
  const at = new Date(clock.now().getTime() - ageMs);
  const headers = { ...test.headers, ...signEvent(secret, eventId, body, at) };
  return test.httpClient.call({ url, headers, body }, { deadline: clock.deadline, signal });
}

/** The steps of the guided receiver test, in order. */
export const RECEIVER_STEPS: readonly ReceiverStep[] = [
  { id: "resolve", title: "The hostname resolves", run: resolve },
  { id: "public_address", title: "Its IP addresses are public", run: checkAddresses },
  { id: "connect", title: "It accepts connections", run: connect },
  { id: "certificate", title: "Its certificate is valid", run: checkCertificate },
  {
    id: "signed_event",
    title: "It accepts a correctly signed event",
    run: async (test) => checkSignedEvent(await send(test, test.secret, 0)),
  },
  {
    id: "wrong_signature",
    title: "It rejects an invalid signature",
    isOptional: true,
    run: async (test) =>
      checkRejection(
        await send(test, `whsec_${randomBytes(32).toString("base64")}`, 0),
        "Anyone could send it events. Verify the webhook-signature header before processing an event.",
      ),
  },
  {
    id: "old_timestamp",
    title: "It rejects an event signed 10 minutes ago",
    isOptional: true,
    run: async (test) =>
      checkRejection(
        await send(test, test.secret, OLD_MS),
        "A captured event could be replayed. Reject events if the webhook-timestamp header is more than 5 minutes off.",
      ),
  },
  {
    id: "repeated_event",
    title: "It accepts the same event again",
    isOptional: true,
    run: async (test) => checkRepeat(await send(test, test.secret, 0)),
  },
];
