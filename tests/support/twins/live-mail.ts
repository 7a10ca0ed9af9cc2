import { afterAll, beforeAll, beforeEach } from "vitest";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { startResendTwin, type TwinOptions } from "#tests/support/twins/resend-twin";

type Twin = Awaited<ReturnType<typeof startResendTwin>>;

/**
 * Live mail for the tests of a file, sent to a twin of the provider; each test begins with an empty
 * outbox and a twin that has seen nothing. A twin that forgets keys is told of in the settings. Call
 * it once, where the file begins.
 */
export function setUpLiveMail(ratePerSecond = 5, options: TwinOptions = {}): { twin: Twin } {
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
