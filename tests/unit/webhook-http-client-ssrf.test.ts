import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createResolve } from "#lib/adapters/http-calls/webhook-address";
import { createWebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";
import { noteFigures } from "#tests/support/drills/figures";
import { BLOCKED_ADDRESSES } from "#tests/support/factories/blocked-addresses";
import { type DnsAnswer, startDnsTwin } from "#tests/support/twins/dns-twin";
import { listen } from "#tests/support/twins/listen";
import { answer, type Receiver, startReceiver } from "#tests/support/twins/receiver";

/*
 * None of these calls may open a connection. The canary listens on port 443, or on any port if the
 * account is unprivileged, and every socket that this process opens is counted.
 */
let canary: Server;
let port: number;
let touched = 0;
let blockedCalls = 0;
let reached = 0;
const onSocket = () => {
  touched += 1;
};

beforeAll(async () => {
  canary = createServer((socket) => {
    touched += 1;
    socket.destroy();
  });
  port = await listen(canary, 443, "::").catch(() => listen(canary, 0, "::"));
  subscribe("net.client.socket", onSocket);
});
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads a hook's fixtures from the pattern.
afterAll(({}, file) => {
  unsubscribe("net.client.socket", onSocket);
  canary.close();
  noteFigures(file, {
    drill: "Private addresses",
    tried: `${blockedCalls} calls: ${BLOCKED_ADDRESSES.length} addresses alone and next to public ones, ${NOTATIONS.length + TRICKS.length + SAVE_ONLY.length} ways to write a URL, DNS responses that change`,
    came: `${reached} connections, to the canary or anywhere else`,
  });
});
beforeEach(() => {
  touched = 0;
});

function callWith(addresses: readonly string[], url = "https://hooks.example.com/in") {
  const httpClient = createWebhookHttpClient({ resolve: async () => addresses });
  return httpClient.call({ url, headers: {}, body: "{}" });
}

async function expectBlocked(call: ReturnType<typeof callWith>): Promise<void> {
  const { error, ...ended } = await call;
  expect(ended).toMatchObject({ outcome: "address_blocked", status: null, body: null });
  expect(error, "it doesn't name the address").not.toMatch(/\d+\.\d+|::|[0-9a-f]:[0-9a-f]/);
  blockedCalls += 1;
  reached += touched;
  expect(touched).toBe(0);
}

test("the canary and the socket count detect a connection", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "close");
  expect(touched).toBe(2);
});

describe("a hostname that resolves to an internal address", () => {
  test.each(BLOCKED_ADDRESSES)(
    "isn't called, even if it also has a public address: %s",
    async (address) => {
      for (const addresses of [[address], ["1.1.1.1", address], [address, "2606:4700::1111"]])
        await expectBlocked(callWith(addresses));
    },
  );

  test("is resolved again for every connection", async () => {
    const answers = [["93.184.216.34", "127.0.0.1"], ["127.0.0.1"], ["::1"]];
    const httpClient = createWebhookHttpClient({ resolve: async () => answers.shift() ?? [] });
    for (let count = 0; count < 4; count++)
      await expectBlocked(
        httpClient.call({ url: "https://hooks.example.com", headers: {}, body: "" }),
      );
  });
});

/** URLs that `new URL` parses to an IP address, in various notations. */
const NOTATIONS = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://127.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1/",
  "https://017700000001/",
  "https://127.0.0.1./",
  "https://0/",
  "https://0.0.0.0/",
  "https://①②⑦.⓪.⓪.①/",
  "https://１２７.0.0.1/",
  "https://%31%32%37.0.0.1/",
  "https://127。0。0。1/",
  "https://[::1]/",
  "https://[::]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::7f00:1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fe80::1]/",
  "https://[fd00:ec2::254]/",
  "https://10.0.0.1/",
  "https://192.168.0.1/",
  "https://172.16.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/",
  "https://0xa9fea9fe/",
  "https://100.100.100.200/",
  "https://168.63.129.16/",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]/",
];

/** Other URLs that must not be called. URL parsers disagree about some of them. */
const TRICKS = [
  "http://hooks.example.com/",
  "ftp://hooks.example.com/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:443/",
  "javascript:alert(1)",
  "//hooks.example.com/",
  "https://hooks.example.com:8443/",
  "https://hooks.example.com:80/",
  "https://hooks.example.com:22/",
  "https://user@hooks.example.com/",
  "https://user:secret@hooks.example.com/",
  "https://hooks.example.com@127.0.0.1/",
  "https://127.0.0.1\\@hooks.example.com/",
  "https://hooks.example.com\\@127.0.0.1/",
  "https:\\\\127.0.0.1\\",
  "https://hooks.example.com#@127.0.0.1/",
  "https://hooks.example.com/#frag",
  "https://127.0.0.1#.example.com/",
];

const SAVE_ONLY = [
  "https://localhost/",
  "https://LOCALHOST/",
  "https://ｌｏｃａｌｈｏｓｔ/",
  "https://localhost./",
  "https://a.localhost/",
  "https://ip6-localhost/",
  "https://metadata.google.internal/",
  "https://instance-data/",
  "https://printer.local/",
  "https://hooks.test/",
  "https://router.home.arpa/",
  "https://abc.onion/",
  "https://hooks.example.com:443@127.0.0.1/",
  "https://hooks.exa\tmple.com/",
  " https://hooks.example.com/",
  "https://hooks.example.com/\u202e",
];

describe("a URL", () => {
  test.each(NOTATIONS)(
    "with an IP address as the host is neither saved nor called: %s",
    async (url) => {
      expect(readDestinationUrl("webhook", url)).toHaveProperty("problem");
      await expectBlocked(callWith(["1.1.1.1"], url));
    },
  );

  test.each(TRICKS)(
    "that isn't plain HTTPS on port 443 is neither saved nor called: %s",
    async (url) => {
      expect(readDestinationUrl("webhook", url)).toHaveProperty("problem");
      await expectBlocked(callWith(["1.1.1.1"], url));
    },
  );

  test.each(SAVE_ONLY)(
    "with a hostname that isn't public is neither saved nor called: %j",
    async (url) => {
      expect(readDestinationUrl("webhook", url)).toHaveProperty("problem");
      await expectBlocked(callWith(["127.0.0.1", "::1"], url));
    },
  );
});

describe("a redirect", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  test.each([
    [301, "https://127.0.0.1/"],
    [302, "https://[::1]/"],
    [303, "https://169.254.169.254/latest/meta-data/"],
    [307, "http://localhost:443/"],
    [308, "//127.0.0.1/"],
  ])("with status %i to %s isn't followed", async (status, location) => {
    receiver.replyNext(answer(status, "", { location }));
    const httpClient = createWebhookHttpClient(receiver);
    const call = { url: receiver.url, headers: {}, body: "{}" };
    expect(await httpClient.call(call)).toMatchObject({ outcome: "redirect_refused", status });
    expect(touched, "connections, including the first call").toBe(1);
  });
});

describe("OUTBOUND_CONNECT_TO", () => {
  test("applies only to the configured host", async () => {
    const receiver = await startReceiver();
    const { ca, connectTo } = receiver;
    const httpClient = createWebhookHttpClient({
      ca,
      connectTo,
      resolve: async () => ["127.0.0.1"],
    });
    const send = (url: string) => httpClient.call({ url, headers: {}, body: "{}" });
    expect(await send(receiver.url)).toMatchObject({ outcome: "succeeded", status: 204 });
    touched = 0;
    await expectBlocked(send("https://www.receiver.example.com/hook"));
    await expectBlocked(send("https://receiver.example.com./hook"));
    expect(receiver.received).toHaveLength(1);
    await receiver.stop();
  });
});

const NAME = "hooks.example.com";
const CALL = { url: `https://${NAME}/in`, headers: {}, body: "{}" };

/** A name server that returns the same responses for every hostname. */
async function startServer(a: () => DnsAnswer, aaaa: () => DnsAnswer = () => []) {
  const twin = await startDnsTwin((_name, type) => (type === "A" ? a() : aaaa()));
  onTestFinished(() => twin.stop());
  const resolve = createResolve({ servers: twin.servers, timeoutMs: 250 });
  const ask = () => resolve(NAME, new AbortController().signal);
  return { ask, asked: twin.asked, httpClient: createWebhookHttpClient({ resolve }) };
}

describe("DNS resolution", () => {
  test("returns all IPv4 and IPv6 addresses with one query each", async () => {
    const { ask, asked } = await startServer(
      () => ["93.184.216.34", "93.184.216.35"],
      () => ["2606:2800:220:1::1"],
    );
    expect((await ask()).toSorted()).toEqual([
      "2606:2800:220:1::1",
      "93.184.216.34",
      "93.184.216.35",
    ]);
    expect(asked.toSorted()).toEqual([`A ${NAME}`, `AAAA ${NAME}`]);
  });

  test.each<[string, DnsAnswer, DnsAnswer, string[]]>([
    ["only IPv4", ["93.184.216.34"], [], ["93.184.216.34"]],
    ["only IPv6", [], ["2606:2800:220:1::1"], ["2606:2800:220:1::1"]],
    [
      "one address family without a response for the other",
      ["93.184.216.34"],
      "silence",
      ["93.184.216.34"],
    ],
    [
      "one address family with a failure for the other",
      "SERVFAIL",
      ["2606:2800:220:1::1"],
      ["2606:2800:220:1::1"],
    ],
  ])("succeeds with %s", async (_what, a, aaaa, addresses) => {
    const { ask } = await startServer(
      () => a,
      () => aaaa,
    );
    expect(await ask()).toEqual(addresses);
  });

  test.each<[DnsAnswer, DnsAnswer, string]>([
    ["NXDOMAIN", "NXDOMAIN", "The endpoint's hostname has no IP address."],
    [[], [], "The endpoint's hostname has no IP address."],
    ["SERVFAIL", "SERVFAIL", "The endpoint's hostname couldn't be resolved."],
    ["NXDOMAIN", "SERVFAIL", "The endpoint's hostname couldn't be resolved."],
  ])("fails for the responses %j (A) and %j (AAAA)", async (a, aaaa, error) => {
    const { httpClient } = await startServer(
      () => a,
      () => aaaa,
    );
    expect(await httpClient.call(CALL)).toMatchObject({ outcome: "dns_failed", error });
  });

  test("ends at the deadline of the call", async () => {
    const { httpClient, asked } = await startServer(
      () => "silence",
      () => "silence",
    );
    const deadline = () => AbortSignal.timeout(50);
    expect(await httpClient.call(CALL, { deadline })).toMatchObject({ outcome: "timeout" });
    expect(asked.length).toBeGreaterThan(0);
  });
});

test("a hostname that resolves to an internal address isn't called, even if an earlier lookup was public (DNS rebinding)", async () => {
  const answers = [["93.184.216.34"], ["127.0.0.1"]];
  const { ask, httpClient } = await startServer(() => answers.shift() ?? "NXDOMAIN");
  expect(await ask()).toEqual(["93.184.216.34"]);
  expect(await httpClient.call(CALL)).toMatchObject({ outcome: "address_blocked" });
});
