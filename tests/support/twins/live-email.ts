import { afterAll, beforeAll, beforeEach } from "vitest";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { startResendTwin, type TwinOptions } from "#tests/support/twins/resend-twin";
import { type SmtpTwinOptions, startSmtpTwin } from "#tests/support/twins/smtp-twin";

type Twin = Awaited<ReturnType<typeof startResendTwin>>;
type SmtpTwin = Awaited<ReturnType<typeof startSmtpTwin>>;

/**
 * Live email for a test file, sent to an SMTP server in this process. Each test starts with an empty
 * outbox and a reset twin. Call it once, at the top of the file.
 */
export function setUpSmtpEmail(options: SmtpTwinOptions = {}): { twin: SmtpTwin } {
  const live: { twin?: SmtpTwin } = {};
  beforeAll(async () => {
    live.twin = await startSmtpTwin(options);
    const { user = "", password = "" } = options.login ?? {};
    const login = user ? `${user}:${encodeURIComponent(password)}@` : "";
    Object.assign(process.env, {
      EMAIL_MODE: "live",
      SMTP_URL: `smtp://${login}127.0.0.1:${live.twin.port}`,
      EMAIL_FROM: "Form Intake <forms@example.com>",
      EMAIL_RATE_PER_SECOND: "1000",
    });
  });
  beforeEach(async () => {
    live.twin?.reset();
    await emptyOutbox();
  });
  afterAll(() => live.twin?.stop());
  return {
    get twin() {
      if (!live.twin) throw new Error("the twin runs only while tests do");
      return live.twin;
    },
  };
}

/**
 * Live email for a test file, sent to a twin of the provider. Each test starts with an empty outbox
 * and a reset twin. If the twin ignores idempotency keys, the settings disable them. Call it once, at
 * the top of the file.
 */
export function setUpLiveEmail(ratePerSecond = 5, options: TwinOptions = {}): { twin: Twin } {
  const live: { twin?: Twin } = {};
  beforeAll(async () => {
    live.twin = await startResendTwin(options);
    Object.assign(process.env, {
      EMAIL_MODE: "live",
      RESEND_API_KEY: "re_test",
      RESEND_BASE_URL: live.twin.url,
      EMAIL_FROM: "Form Intake <forms@example.com>",
      EMAIL_RATE_PER_SECOND: String(ratePerSecond),
      EMAIL_IDEMPOTENCY: options.isForgetful ? "0" : "1",
    });
  });
  beforeEach(async () => {
    live.twin?.reset();
    await emptyOutbox();
  });
  afterAll(() => live.twin?.stop());
  return {
    get twin() {
      if (!live.twin) throw new Error("the twin runs only while tests do");
      return live.twin;
    },
  };
}
