import { expect, test } from "vitest";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { describeUnknownSettings } from "#server/start/unknown-settings";

const describe = (...names: string[]) =>
  describeUnknownSettings(Object.fromEntries(names.map((name) => [name, "x"])));

test.each([
  ["BASEURL", "BASE_URL"],
  ["base_url", "BASE_URL"],
  ["EMAIL_MODES", "EMAIL_MODE"],
  ["SMPT_URL", "SMTP_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
])("%s is reported as a typo of %s", (name, meant) => {
  expect(describe(name)).toEqual([
    `${name} isn't a setting and is ignored. Did you mean ${meant}?`,
  ]);
});

test("a file is reported for a setting that isn't secret", () => {
  expect(describe("SECRET_KEY_FILE", "SMTP_URL_FILE")).toEqual([]);
  expect(describe("EMAIL_MODE_FILE")).toEqual(["EMAIL_MODE_FILE isn't a setting and is ignored."]);
});

test.each(["SMTP_HOST", "S3_PATH_STYLE", "UPLOAD_DIRECTORY", "EMAIL_REPLY_TO"])(
  "%s is reported because settings of ours begin like it",
  (name) => expect(describe(name)).toEqual([`${name} isn't a setting and is ignored.`]),
);

test("settings, files of secrets, and variables of others aren't reported", () => {
  const others = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "NODE_OPTIONS",
    "OTEL_SERVICE_NAME",
    "PGHOST",
    "DEBUG",
  ];
  const platforms = ["RAILWAY_PUBLIC_DOMAIN", "FLY_APP_NAME", "VERCEL_URL", "DATABASE_PUBLIC_URL"];
  expect(describe(...SETTING_NAMES, ...others, ...platforms)).toEqual([]);
});
