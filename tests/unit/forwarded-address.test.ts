import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { parseSettings } from "#lib/core/settings";
import { markClientAddress } from "#selfhost/connections";

/** The proxy has 192.0.2.1. */
const TRUSTED = "192.0.2.0/24";

function requestFrom(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const request = new IncomingMessage(socket);
  for (const [name, value] of Object.entries(headers)) request.headers[name.toLowerCase()] = value;
  return request;
}

function markedAddress(
  trustProxy: number,
  headers: Record<string, string>,
  remoteAddress = "192.0.2.1",
): string {
  const request = requestFrom(remoteAddress, headers);
  const env = { TRUST_PROXY: String(trustProxy), TRUSTED_PROXIES: TRUSTED };
  markClientAddress(request, parseSettings(env));
  return String(request.headers[CLIENT_ADDRESS_HEADER]);
}

const CHAIN = { "X-Forwarded-For": "203.0.113.9, 198.51.100.2, 198.51.100.3" };

test("uses the socket's address and ignores the headers if there is no trusted proxy", () => {
  expect(markedAddress(0, CHAIN)).toBe("192.0.2.1");
});

test("replaces a client address header sent by the client", () => {
  expect(markedAddress(0, { "X-Fis-Client-Address": "203.0.113.9" })).toBe("192.0.2.1");
});

test.each([
  [1, "198.51.100.3"],
  [2, "198.51.100.2"],
  [3, "203.0.113.9"],
] as const)(
  "with %i trusted proxies, uses the address at that position from the right: %s",
  (count, address) => {
    expect(markedAddress(count, CHAIN)).toBe(address);
  },
);

test("uses the socket's address if the chain is shorter than the number of trusted proxies", () => {
  expect(markedAddress(4, CHAIN)).toBe("192.0.2.1");
  expect(markedAddress(1, {})).toBe("192.0.2.1");
});

test.each(["192.0.3.1", "::1", "unknown"])(
  "ignores the headers of a connection that isn't from a trusted proxy: %s",
  (remoteAddress) => {
    expect(markedAddress(1, CHAIN, remoteAddress)).toBe(remoteAddress);
  },
);

test("recognizes a trusted proxy on a dual-stack socket", () => {
  expect(markedAddress(1, CHAIN, "::ffff:192.0.2.9")).toBe("198.51.100.3");
});

test.each(["unknown", "_hidden", "", "999.1.1.1", "203.0.113.9 evil"])(
  "ignores a forwarded value that isn't an address: %j",
  (text) => {
    expect(markedAddress(1, { "X-Forwarded-For": text })).toBe("192.0.2.1");
  },
);

test.each([
  ["203.0.113.9:4711", "203.0.113.9"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
])("removes the port and brackets from a forwarded address: %s", (text, address) => {
  expect(markedAddress(1, { "X-Forwarded-For": text })).toBe(address);
});
