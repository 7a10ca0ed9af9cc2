import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { decryptSecret, encryptSecret, UnknownKeyError } from "#lib/core/secrets";
import { sealSession, unsealSession } from "#lib/entry/account/cookie";
import { restoreSecretKeys, useSecretKeys } from "#tests/support/setup/secret-keys";

const [OLD, NEW] = ["old".repeat(16), "new".repeat(16)];
const ROW = { workspaceId: newId(), id: newId() };

restoreSecretKeys();

test("decrypts text encrypted for the same column and row", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (plain) => {
      expect(decryptSecret("webhook", ROW, encryptSecret("webhook", ROW, plain))).toBe(plain);
    }),
  );
});

test.each([
  ["column", "widget", ROW],
  ["row", "webhook", { ...ROW, id: newId() }],
  ["workspace", "webhook", { ...ROW, workspaceId: newId() }],
] as const)("can't be decrypted in another %s", (_what, kind, row) => {
  const sealed = encryptSecret("webhook", ROW, "secret");
  expect(() => decryptSecret(kind, row, sealed)).toThrow();
});

test("can't be decrypted if any byte was changed", () => {
  const sealed = encryptSecret("webhook", ROW, "secret");
  for (const at of sealed.keys()) {
    const changed = sealed.with(at, (sealed[at] ?? 0) ^ 1);
    expect(() => decryptSecret("webhook", ROW, changed)).toThrow();
  }
});

test("stays readable after SECRET_KEY changes, as long as the old key is listed", () => {
  useSecretKeys(OLD);
  const sealed = encryptSecret("webhook", ROW, "secret");
  useSecretKeys(NEW, [OLD]);
  expect(decryptSecret("webhook", ROW, sealed)).toBe("secret");
  const renewed = encryptSecret("webhook", ROW, "secret");
  useSecretKeys(NEW);
  expect(decryptSecret("webhook", ROW, renewed)).toBe("secret");
  expect(() => decryptSecret("webhook", ROW, sealed)).toThrow(UnknownKeyError);
});

test("sessions outlast a change of SECRET_KEY, as long as the old key is listed", async () => {
  const sessionId = newId();
  useSecretKeys(OLD);
  const cookie = await sealSession(sessionId);
  useSecretKeys(NEW, [OLD]);
  expect(await unsealSession(cookie)).toBe(sessionId);
  useSecretKeys(NEW);
  expect(await unsealSession(cookie)).toBeNull();
});
