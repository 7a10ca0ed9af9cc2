import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { OutgoingFailure } from "#lib/clients/webhook-call-error";
import {
  CONNECT_DEADLINE_MS,
  type Outgoing,
  type ReceiverAnswer,
} from "#lib/clients/webhook-http-client";
import { dialPublic, dialRuled, secure } from "#lib/clients/webhook-http-client-connect";
import { readTarget, requirePublic } from "#lib/clients/webhook-http-client-resolve";
import { countOf } from "#lib/core/count";
import type { Clock } from "#lib/deliveries/clock";
import {
  type Finding,
  failed,
  judgeRefusal,
  judgeRepeat,
  judgeSignedEvent,
  type ReceiverCheck,
} from "#lib/webhooks/receiver-checks";
import { signEvent } from "#lib/webhooks/signature";

const OLD_MS = 10 * 60_000;
const RULED = "The operator of this service sends this host's connections elsewhere.";

/** What a test knows, and what its steps find out. */
export type ReceiverTestRun = {
  url: string;
  secret: string;
  eventId: string;
  body: string;
  outgoing: Outgoing;
  clock: Clock;
  /** Ends the whole test. */
  signal: AbortSignal;
  addresses?: readonly string[];
  socket?: Socket;
};

export type ReceiverStep = {
  id: ReceiverCheck["id"];
  title: string;
  /** Whether the steps behind it prove nothing once it has failed. */
  isNeeded: boolean;
  run: (test: ReceiverTestRun) => Promise<Finding>;
};

/** Connecting has less time than the test, as it has at a delivery. */
async function inConnectTime(
  test: ReceiverTestRun,
  work: (signal: AbortSignal) => Promise<Finding>,
): Promise<Finding> {
  const deadline = test.clock.deadline(CONNECT_DEADLINE_MS);
  try {
    return await work(AbortSignal.any([test.signal, deadline]));
  } catch (failure) {
    if (test.signal.aborted) throw test.signal.reason;
    if (deadline.aborted) return failed("timeout", "This was not done within 5 seconds.");
    if (failure instanceof OutgoingFailure) return failed(failure.outcome, failure.message);
    throw failure;
  }
}

function resolve(test: ReceiverTestRun): Promise<Finding> {
  return inConnectTime(test, async (signal) => {
    const { hostname } = readTarget(test.url);
    if (test.outgoing.connectTo.has(hostname)) return { status: "skip", detail: RULED };
    const addresses = await test.outgoing.resolve(hostname, signal);
    test.addresses = addresses;
    const count = countOf(addresses.length, "address", "addresses");
    return { status: "pass", detail: `${hostname} has ${count}.` };
  });
}

async function checkAddresses(test: ReceiverTestRun): Promise<Finding> {
  if (!test.addresses) return { status: "skip", detail: RULED };
  const addresses = test.addresses;
  return inConnectTime(test, async () => {
    requirePublic(addresses);
    return { status: "pass", detail: `On the public internet: ${addresses.join(", ")}.` };
  });
}

function connect(test: ReceiverTestRun): Promise<Finding> {
  return inConnectTime(test, async (signal) => {
    const { hostname } = readTarget(test.url);
    const ruled = test.outgoing.connectTo.get(hostname);
    test.socket = ruled
      ? await dialRuled(ruled, signal)
      : await dialPublic(hostname, requirePublic(test.addresses ?? []), signal);
    return { status: "pass", detail: "The receiver takes connections." };
  });
}

function checkCertificate(test: ReceiverTestRun): Promise<Finding> {
  return inConnectTime(test, async (signal) => {
    const { hostname } = readTarget(test.url);
    if (!test.socket) throw new Error("the connection comes before the certificate");
    const secured = await secure(test.socket, hostname, test.outgoing.ca, signal);
    secured.destroy();
    return { status: "pass", detail: `It is valid for ${hostname}.` };
  });
}

function send(test: ReceiverTestRun, secret: string, ageMs: number): Promise<ReceiverAnswer> {
  const { url, eventId, body, clock, signal } = test;
  const at = new Date(clock.now().getTime() - ageMs);
  const headers = signEvent(secret, eventId, body, at);
  return test.outgoing.call({ url, headers, body }, { deadline: clock.deadline, signal });
}

/** CONTRACT section 6, Guided receiver test: in this order. */
export const RECEIVER_STEPS: readonly ReceiverStep[] = [
  { id: "resolve", title: "The host name is known", isNeeded: true, run: resolve },
  {
    id: "public_address",
    title: "Its addresses are public",
    isNeeded: true,
    run: checkAddresses,
  },
  { id: "connect", title: "It takes connections on port 443", isNeeded: true, run: connect },
  {
    id: "certificate",
    title: "Its certificate is valid",
    isNeeded: true,
    run: checkCertificate,
  },
  {
    id: "signed_event",
    title: "It takes a correctly signed event",
    isNeeded: true,
    run: async (test) => judgeSignedEvent(await send(test, test.secret, 0)),
  },
  {
    id: "wrong_signature",
    title: "It refuses a wrong signature",
    isNeeded: false,
    run: async (test) =>
      judgeRefusal(
        await send(test, `whsec_${randomBytes(32).toString("base64")}`, 0),
        "Anybody could send it events: verify webhook-signature before you act on one.",
      ),
  },
  {
    id: "old_timestamp",
    title: "It refuses an event signed 10 minutes ago",
    isNeeded: false,
    run: async (test) =>
      judgeRefusal(
        await send(test, test.secret, OLD_MS),
        "A recorded event could be replayed: refuse a webhook-timestamp that is more than 5 minutes off.",
      ),
  },
  {
    id: "repeated_event",
    title: "It takes the same event again",
    isNeeded: false,
    run: async (test) => judgeRepeat(await send(test, test.secret, 0)),
  },
];
