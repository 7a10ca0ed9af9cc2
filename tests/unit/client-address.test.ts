import fc from "fast-check";
import { expect, test } from "vitest";
import { limitedAddress } from "#lib/http/client-address";

test("an IPv4 address is itself, also when it is mapped into IPv6", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(limitedAddress(address)).toBe(address);
      expect(limitedAddress(`::ffff:${address}`)).toBe(address);
      expect(limitedAddress(`::FFFF:${address}`)).toBe(address);
    }),
  );
});

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });

test("IPv6 addresses of one /64 are one client, however they are spelled", () => {
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

test("IPv6 addresses of different /64 are different clients", () => {
  fc.assert(
    fc.property(groups(4), groups(4), groups(4), (one, other, host) => {
      if (one.join() === other.join()) return;
      const first = limitedAddress([...one, ...host].join(":"));
      expect(limitedAddress([...other, ...host].join(":"))).not.toBe(first);
    }),
  );
});

test("shortened addresses are filled up before they are cut", () => {
  expect(limitedAddress("::1")).toBe("0:0:0:0");
  expect(limitedAddress("2001:db8::1")).toBe("2001:db8:0:0");
  expect(limitedAddress("2001:db8::1:2:3:4:5")).toBe("2001:db8:0:1");
  expect(limitedAddress("fe80::1%eth0")).toBe("fe80:0:0:0");
});

test("what is no address stays what it is", () => {
  expect(limitedAddress("unknown")).toBe("unknown");
});
