import { expect, test } from "vitest";
import { findFreePort } from "#selfhost/free-port";
import { launchNext } from "#tests/support/setup/server";

const DATABASE_URL = "postgresql://localhost:1/forms";
const SECRET_KEY = "0123456789abcdef0123456789abcdef";

/** The exit code and error output of a `next start` that must fail. */
async function rejectedStart(env: Record<string, string>) {
  const service = launchNext({ env: { PORT: String(await findFreePort()), ...env } });
  const code = await service.ended;
  const lines = service.output().trim().split("\n");
  // The framework always prints its banner first.
  return {
    code,
    reasons: lines.slice(lines.findLastIndex((line) => /^\W? ?(✓|-|▲)/.test(line)) + 1),
  };
}

test.each([
  ["DATABASE_URL", { SECRET_KEY }],
  ["SECRET_KEY", { DATABASE_URL }],
  ["SECRET_KEY", { DATABASE_URL, SECRET_KEY: "short" }],
  ["SECRET_KEY", { DATABASE_URL, NODE_ENV: "production" }],
  ["BASE_URL", { DATABASE_URL, SECRET_KEY, BASE_URL: "forms.example.com" }],
  ["EMAIL_FROM", { DATABASE_URL, SECRET_KEY, EMAIL_MODE: "live", RESEND_API_KEY: "re_1" }],
  [
    "UPSTASH_REDIS_REST_TOKEN",
    { DATABASE_URL, SECRET_KEY, UPSTASH_REDIS_REST_URL: "https://redis.example.com" },
  ],
])("a wrong, half-set or missing setting stops next start in one line: %s", async (name, env) => {
  const { code, reasons } = await rejectedStart(env);
  expect(code).toBe(1);
  expect(reasons).toEqual([expect.stringMatching(`^Cannot start: ${name}: `)]);
});
