import fc from "fast-check";
import { expect, test } from "vitest";
import { BASE62 } from "#lib/core/ids";
import {
  inspectTokenSecret,
  makeTokenSecret,
  PREFIX_LENGTH,
} from "#lib/domain/tokens/authenticate-token";
import { checksumOf, otherEnvironmentSecret } from "#tests/support/contract/token-secrets";

const random40 = fc.string({
  unit: fc.constantFrom(...BASE62),
  minLength: 40,
  maxLength: 40,
});

test("a token secret consists of the prefix, 40 random base62 characters, and their checksum", () => {
  const secrets = Array.from({ length: 200 }, makeTokenSecret);
  for (const secret of secrets) {
    expect(secret).toMatch(/^fis_stg_[0-9A-Za-z]{46}$/);
    expect(secret.slice(48)).toBe(checksumOf(secret.slice(8, 48)));
    expect(inspectTokenSecret(secret)).toBe("valid");
  }
  expect(new Set(secrets).size).toBe(200);
  expect(new Set(secrets.map((secret) => secret.slice(0, PREFIX_LENGTH))).size).toBeGreaterThan(
    190,
  );
});

test("the random characters of token secrets are uniformly distributed", () => {
  const counts = new Map<string, number>();
  for (let index = 0; index < 2000; index += 1)
    for (const char of makeTokenSecret().slice(8, 48))
      counts.set(char, (counts.get(char) ?? 0) + 1);
  const expected = (2000 * 40) / 62;
  expect(counts.size).toBe(62);
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(expected * 0.2);
});

test("accepts any random characters with their zero-padded checksum", () => {
  fc.assert(
    fc.property(random40, (random) => {
      expect(checksumOf(random)).toHaveLength(6);
      expect(inspectTokenSecret(`fis_stg_${random}${checksumOf(random)}`)).toBe("valid");
    }),
  );
});

test("detects a wrong character in a token secret without a database", () => {
  fc.assert(
    fc.property(random40, fc.nat(45), fc.constantFrom(...BASE62), (random, at, char) => {
      const text = random + checksumOf(random);
      const changed = text.slice(0, at) + char + text.slice(at + 1);
      const expected = changed === text ? "valid" : "malformed";
      expect(inspectTokenSecret(`fis_stg_${changed}`)).toBe(expected);
    }),
  );
});

test("detects two swapped characters in a token secret", () => {
  fc.assert(
    fc.property(random40, fc.nat(38), (random, at) => {
      const swapped = `${random.slice(0, at)}${random[at + 1]}${random[at]}${random.slice(at + 2)}`;
      const expected = swapped === random ? "valid" : "malformed";
      expect(inspectTokenSecret(`fis_stg_${swapped}${checksumOf(random)}`)).toBe(expected);
    }),
  );
});

test("a valid checksum with another prefix belongs to another environment", () => {
  for (const environment of ["prd", "dev", "production"])
    expect(inspectTokenSecret(otherEnvironmentSecret(environment))).toBe("other_environment");
  expect(inspectTokenSecret(otherEnvironmentSecret("prd").slice(0, -1))).toBe("malformed");
});

test("rejects any other text as a malformed token secret", () => {
  const valid = makeTokenSecret();
  for (const text of [
    "",
    "fis_stg_",
    ` ${valid}`,
    `${valid}\n`,
    valid.toUpperCase(),
    valid.slice(8),
  ])
    expect(inspectTokenSecret(text)).toBe("malformed");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(inspectTokenSecret(text)).toBe("malformed");
    }),
  );
});
