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

test.each(["SMTP_HOST", "S3_PATH_STYLE", "UPLOAD_DIRECTORY", "EMAIL_REPLY_TO"])(
  "%s is reported because settings of ours begin like it",
  (name) => expect(describe(name)).toEqual([`${name} isn't a setting and is ignored.`]),
);

test("settings, their files, and variables of others aren't reported", () => {
  const files = SETTING_NAMES.map((name) => `${name}_FILE`);
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
  expect(describe(...SETTING_NAMES, ...files, ...others, ...platforms)).toEqual([]);
});
