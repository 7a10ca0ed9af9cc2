import { describe, expect, onTestFinished, test } from "vitest";
import { createResolve } from "#lib/adapters/http-calls/webhook-address";
import { createWebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { type DnsAnswer, startDnsTwin } from "#tests/support/twins/dns-twin";

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
