import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { parseSettings } from "#lib/core/settings/settings";
import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";
import { listen } from "#tests/support/twins/listen";
import { RECEIVER_HOST, type Receiver, startReceiver } from "#tests/support/twins/receiver";

/** A service beside the app, such as n8n: plain http on a private address. */
let plain: Server;
let secure: Receiver;
let port: number;
let received = 0;

beforeAll(async () => {
  plain = createServer((request, response) => {
    received += 1;
    request.resume().on("end", () => response.writeHead(204).end());
  });
  port = await listen(plain);
  secure = await startReceiver();
});
afterAll(async () => {
  plain.close();
  await secure.stop();
});

const opened = (text: string) => parseSettings({ WEBHOOK_ALLOWED_HOSTS: text }).webhookAllowedHosts;

type Options = Parameters<typeof createWebhookHttpClient>[0];
function call(url: string, hosts: string, options: Options = {}) {
  const client = createWebhookHttpClient({ allowedHosts: opened(hosts), ...options });
  return client.call({ url, headers: {}, body: "{}" });
}

describe("a listed host and port", () => {
  test.each(["127.0.0.1", "localhost"])("is called over http by %s", async (host) => {
    const url = `http://${host}:${port}/webhook?a=1`;
    expect(readDestinationUrl("webhook", url, opened(`${host}:${port}`))).toEqual({ url });
    const before = received;
    expect(await call(url, `${host}:${port}`)).toMatchObject({ outcome: "succeeded", status: 204 });
    expect(received).toBe(before + 1);
  });

  test("is called over https with its certificate checked", async () => {
    const url = `https://${RECEIVER_HOST}:${secure.port}/hook`;
    const hosts = `${RECEIVER_HOST}:${secure.port}`;
    const resolve = async () => ["127.0.0.1"];
    expect(await call(url, hosts, { resolve })).toMatchObject({ outcome: "tls_failed" });
    expect(await call(url, hosts, { resolve, ca: secure.ca })).toMatchObject({
      outcome: "succeeded",
    });
  });

  test("is compared in its normal form, with the protocol's own port", () => {
    expect(readDestinationUrl("webhook", "http://N8N/x", opened("n8n:80"))).toEqual({
      url: "http://n8n/x",
    });
    expect(readDestinationUrl("webhook", "https://n8n/x", opened("n8n:443"))).toEqual({
      url: "https://n8n/x",
    });
    expect(readDestinationUrl("webhook", "http://[FD00::0:1]:81/", opened("[fd00::1]:81"))).toEqual(
      {
        url: "http://[fd00::1]:81/",
      },
    );
  });
});

test.each([
  ["another port of it", "http://127.0.0.1:81/"],
  ["its other protocol's port", "https://127.0.0.1/"],
  ["another name of its address", "http://localhost:80/"],
  ["credentials", "http://user:secret@127.0.0.1:80/"],
  ["a fragment", "http://127.0.0.1:80/#x"],
  ["a host that ends like it", "http://x127.0.0.1:80/"],
  ["http to a public host", "http://hooks.example.com/"],
  ["a public host's other port", "https://hooks.example.com:8443/"],
])("%s is neither saved nor called", async (_name, url) => {
  expect(readDestinationUrl("webhook", url, opened("127.0.0.1:80"))).toHaveProperty("problem");
  const resolve = async () => ["127.0.0.1"];
  expect(await call(url, "127.0.0.1:80", { resolve })).toMatchObject({
    outcome: "address_blocked",
  });
});

const NEVER = [
  "169.254.169.254",
  "169.254.0.1",
  "169.254.170.2",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::1",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "0.0.0.0",
  "::",
  "224.0.0.1",
  "255.255.255.255",
];

test.each(NEVER)("%s is never called when a listed name resolves to it", async (address) => {
  for (const addresses of [[address], ["10.0.0.5", address]])
    expect(
      await call("http://n8n:5678/", "n8n:5678", { resolve: async () => addresses }),
    ).toMatchObject({ outcome: "address_blocked", status: null });
});

test.each(NEVER)("%s can't be listed", (address) => {
  const host = address.includes(":") ? `[${address}]` : address;
  expect(() => opened(`n8n:5678, ${host}:80`)).toThrow(
    /^WEBHOOK_ALLOWED_HOSTS ".*" is never allowed/,
  );
});

test.each([
  "n8n",
  "n8n:0",
  "n8n:65536",
  "http://n8n:80",
  "n8n:80/x",
  "*.internal:80",
  "a b:80",
  ",",
])("the setting rejects %s", (text) => {
  expect(() => opened(text)).toThrow(/^WEBHOOK_ALLOWED_HOSTS ".*" must be host:port/);
});
