import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress, pinnedLookup } from "#lib/adapters/http-calls/webhook-address";
import { BLOCKED_ADDRESSES } from "#tests/support/factories/blocked-addresses";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "99.255.255.255",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "168.63.129.15",
  "2606:4700::1111",
  "2a00:1450:4001:81b::200e",
  "2001:4860:4860::8888",
  "2400:cb00:2048:1::6814:55",
])("treats %s as public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(BLOCKED_ADDRESSES)("treats %s as not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "",
  "localhost",
  "0177.0.0.1",
  "0x7f.0.0.1",
  "2130706433",
  "127.1",
  "1.1.1.1 ",
  "1.1.1.1/8",
  "2606:4700::1111%eth0",
  "[2606:4700::1111]",
])("treats %j as not public because it isn't in resolver notation", (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test("never treats an IPv6 address outside 2000::/3 as public", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const [first = 0] = groups;
      fc.pre(first < 0x2000 || first > 0x3fff);
      const text = groups.map((value) => value.toString(16)).join(":");
      expect(isPublicAddress(text)).toBe(false);
    }),
  );
});

test("treats an IPv6 address with an embedded IPv4 address as not public", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const high = ((a << 8) | b).toString(16);
      const low = ((c << 8) | d).toString(16);
      for (const text of [
        `::ffff:${a}.${b}.${c}.${d}`,
        `::ffff:0:${high}:${low}`,
        `::${high}:${low}`,
        `64:ff9b::${high}:${low}`,
        `64:ff9b:1::${high}:${low}`,
        `2002:${high}:${low}::1`,
        `2001:0:${high}:${low}::1`,
      ])
        expect(isPublicAddress(text), text).toBe(false);
    }),
  );
});

test("a socket is given the checked addresses, whatever its name resolves to by now", () => {
  const lookup = pinnedLookup(["93.184.216.34", "2606:4700::1111"]);
  lookup("localhost", { all: true }, (err, found) => {
    expect({ err, found }).toEqual({
      err: null,
      found: [
        { address: "93.184.216.34", family: 4 },
        { address: "2606:4700::1111", family: 6 },
      ],
    });
  });
  lookup("localhost", {}, (_err, address) => expect(address).toBe("93.184.216.34"));
  expect.assertions(2);
});
