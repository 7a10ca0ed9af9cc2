import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER, limitedAddress } from "#lib/core/client-address";
import { parseSettings } from "#lib/core/settings/settings";
import { markClientAddress } from "#server/http/connections";

test("returns an IPv4 address unchanged, even if it's mapped into IPv6", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(limitedAddress(address)).toBe(address);
      expect(limitedAddress(`::ffff:${address}`)).toBe(address);
      expect(limitedAddress(`::FFFF:${address}`)).toBe(address);
    }),
  );
});

test.each([
  "1.2.3.4",
  "::ffff:1.2.3.4",
  "::FFFF:1.2.3.4",
  "::ffff:102:304",
  "::ffff:0102:0304",
  "0:0:0:0:0:ffff:1.2.3.4",
  "0000:0000:0000:0000:0000:ffff:0102:0304",
  "::ffff:1.2.3.4%eth0",
  "::ffff:0:1.2.3.4",
  "::ffff:0:102:304",
  "64:ff9b::1.2.3.4",
  "64:ff9b::102:304",
  "0064:ff9b:0:0:0:0:0102:0304",
  "2002:102:304::",
  "2002:0102:0304:ffff::1",
])("recognizes %s as the IPv4 address 1.2.3.4", (spelling) => {
  expect(limitedAddress(spelling)).toBe("1.2.3.4");
});

test("distinguishes IPv4 addresses in every notation", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      for (const spelling of [`::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}:7::9`])
        expect(limitedAddress(spelling)).toBe(address);
    }),
  );
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });

test("treats IPv6 addresses in one /64 as one client in every notation", () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (network, host, other) => {
      const expected = limitedAddress([...network, ...host].join(":"));
      const padded = [...network, ...other].map((part) => part.padStart(4, "0"));
      expect(limitedAddress(padded.join(":").toUpperCase())).toBe(expected);
      expect(limitedAddress(`${network.join(":")}::`)).toBe(expected);
      expect(limitedAddress(`${network.join(":")}::1%eth0`)).toBe(expected);
    }),
  );
});

test("treats IPv6 addresses in different /64 networks as different clients", () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (one, other, host) => {
      if (one.join() === other.join()) return;
      const first = limitedAddress([...one, ...host].join(":"));
      expect(limitedAddress([...other, ...host].join(":"))).not.toBe(first);
    }),
  );
});

test("expands shortened IPv6 addresses before truncating them to /64", () => {
  expect(limitedAddress("::1")).toBe("0:0:0:0");
  expect(limitedAddress("2001:db8::1")).toBe("2001:db8:0:0");
  expect(limitedAddress("2001:db8::1:2:3:4:5")).toBe("2001:db8:0:1");
  expect(limitedAddress("fe80::1%eth0")).toBe("fe80:0:0:0");
});

test.each(["unknown", "", "example.com", "1.2.3.4.5", "::ffff:1.2.3.999", "2001:db8:::1"])(
  "leaves %j unchanged because it isn't an address",
  (text) => {
    expect(limitedAddress(text)).toBe(text);
  },
);

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
