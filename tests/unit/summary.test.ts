import { expect, test } from "vitest";
import { parseSettings } from "#lib/core/settings";
import { summarize } from "#selfhost/summary";

const EMAIL_FROM = "forms@example.com";

test.each([
  [{}, "captured in the test inbox, nothing is sent (EMAIL_MODE=capture)"],
  [
    { EMAIL_MODE: "live", EMAIL_FROM, RESEND_API_KEY: "re_secret" },
    "sent through Resend from forms@example.com",
  ],
  [
    { EMAIL_MODE: "live", EMAIL_FROM, SMTP_URL: "smtp://user:s3cret@smtp.example.com" },
    "sent through SMTP at smtp.example.com:587 (STARTTLS) from forms@example.com",
  ],
  [
    { EMAIL_MODE: "live", EMAIL_FROM, SMTP_URL: "smtp://mail:25", SMTP_PLAINTEXT: "1" },
    "sent through SMTP at mail:25 (without TLS) from forms@example.com",
  ],
])("the start says how emails are sent: %j", (env, line) => {
  const shown = summarize({
    settings: parseSettings(env),
    dataDir: ".data",
    databaseDir: undefined,
    isDevelopment: false,
  });
  expect(shown).toContain(`  Email     ${line}\n`);
  expect(shown).not.toMatch(/s3cret|re_secret/);
});
