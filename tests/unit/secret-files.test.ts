import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SECRET_SETTINGS, takeSecretFiles } from "#lib/core/settings/secret-files";
import { parseSettings, SETTING_NAMES } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";

const folder = mkdtempSync(join(tmpdir(), "form-intake-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = "0123456789abcdef0123456789abcdef";
let written = 0;

function write(content: string | Uint8Array): string {
  written += 1;
  const path = join(folder, `secret-${written}`);
  writeFileSync(path, content);
  return path;
}

function rejection(env: Record<string, string>): string {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return "accepted";
}

test.each([KEY, `${KEY}\n`, `${KEY}\r\n`])("a secret is read from its file: %j", (content) => {
  expect(parseSettings({ SECRET_KEY_FILE: write(content) }).secretKey).toBe(KEY);
});

test("spaces of a password are kept", () => {
  const env = { DEMO: "1", DEMO_PASSWORD_FILE: write(" look around here \n") };
  expect(parseSettings(env).demoPassword).toBe(" look around here ");
});

test("every setting that is secret or may contain a password can be in a file", () => {
  const looksSecret =
    /SECRET|_KEY$|_KEYS|TOKEN$|PASSWORD|^(DIRECT_)?DATABASE_URL$|^(SMTP|REDIS)_URL$/;
  const secret = SETTING_NAMES.filter((name) => looksSecret.test(name) && !name.endsWith("_FILE"));
  const names: readonly string[] = SECRET_SETTINGS;
  // What an access key is called isn't secret, but it comes with one that is.
  expect(names.filter((name) => name !== "S3_ACCESS_KEY_ID").toSorted()).toEqual(secret.toSorted());
});

test.each(SECRET_SETTINGS)("%s and its file at once are rejected", (name) => {
  expect(rejection({ [name]: "x", [`${name}_FILE`]: write("y") })).toBe(
    `Set either ${name} or ${name}_FILE, not both`,
  );
});

test("an empty value leaves the setting to the file, and an empty path to the value", () => {
  expect(parseSettings({ SECRET_KEY: "", SECRET_KEY_FILE: write(KEY) }).secretKey).toBe(KEY);
  expect(parseSettings({ SECRET_KEY: KEY, SECRET_KEY_FILE: " " }).secretKey).toBe(KEY);
});

test("a file that can't be used is named with the reason", () => {
  mkdirSync(join(folder, "folder"));
  const missing = join(folder, "missing");
  const reasons = [
    [missing, "doesn't exist"],
    [join(write("x"), "below"), "doesn't exist"],
    [join(folder, "folder"), "is a folder"],
    ["/dev/null", "isn't a regular file"],
    [write(""), "is empty"],
    [write(" \n"), "is empty"],
    [write("x".repeat(16_385)), "is larger than 16 KiB; a secret is a short line"],
    [write(`${KEY}\n${KEY}\n`), "must have one line of text"],
    [write(Buffer.from([0xff, 0xfe, 0x00])), "must have one line of text"],
  ] as const;
  for (const [path, reason] of reasons)
    expect(rejection({ SECRET_KEY_FILE: path })).toBe(`SECRET_KEY_FILE: ${path} ${reason}`);
});

test("what the file has must fit the setting, and the error doesn't show it", () => {
  const message = rejection({ DATABASE_URL_FILE: write("mysql://user:hidden@host/db") });
  expect(message).toBe("DATABASE_URL must be a postgres:// URL");
});

test("startup moves the secrets into the environment once", () => {
  const env: Record<string, string | undefined> = {
    SPAM_MODEL_KEY_FILE: write("sk-of-the-tests\n"),
  };
  takeSecretFiles(env);
  takeSecretFiles(env);
  expect(env).toEqual({ SPAM_MODEL_KEY: "sk-of-the-tests" });
});
