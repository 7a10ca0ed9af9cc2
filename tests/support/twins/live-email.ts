import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { emptyOutbox, readDelivery } from "#tests/support/factories/outbox-state";
import { restartWith } from "#tests/support/setup/process-state";
import { startResendTwin, type TwinOptions } from "#tests/support/twins/resend-twin";
import { type SmtpTwinOptions, startSmtpTwin } from "#tests/support/twins/smtp-twin";
import type { createTestClock } from "#tests/support/twins/test-clock";

const DAY_MS = 86_400_000;

/**
 * Live email for a test file, sent to a twin in this process with the settings of `envOf`. Each test starts
 * with an empty outbox and a reset twin.
 */
function setUpTwin<Twin extends { reset: () => void; stop: () => Promise<void> }>(
  start: () => Promise<Twin>,
  envOf: (twin: Twin) => Record<string, string>,
): { twin: Twin } {
  const live: { twin?: Twin } = {};
  beforeAll(async () => {
    live.twin = await start();
    const from = "Form Intake <forms@example.com>";
    restartWith({ EMAIL_MODE: "live", EMAIL_FROM: from, ...envOf(live.twin) });
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

/** Live email to an SMTP server. Call it once, at the top of the file. */
export function setUpSmtpEmail(options: SmtpTwinOptions = {}) {
  const { user = "", password = "" } = options.login ?? {};
  const login = user ? `${user}:${encodeURIComponent(password)}@` : "";
  return setUpTwin(
    () => startSmtpTwin(options),
    ({ port }) => ({
      SMTP_URL: `smtp://${login}127.0.0.1:${port}`,
      EMAIL_RATE_PER_SECOND: "1000",
    }),
  );
}

/**
 * Live email to a twin of the provider. If the twin ignores idempotency keys, the settings disable them.
 * Call it once, at the top of the file.
 */
export function setUpLiveEmail(ratePerSecond = 5, options: TwinOptions = {}) {
  return setUpTwin(
    () => startResendTwin(options),
    ({ url }) => ({
      RESEND_API_KEY: "re_test",
      RESEND_BASE_URL: url,
      EMAIL_RATE_PER_SECOND: String(ratePerSecond),
      EMAIL_IDEMPOTENCY: options.isForgetful ? "0" : "1",
    }),
  );
}

/** Expects an email that may have been sent, and isn't sent again. */
export async function expectUncertain(
  deliveryId: string,
  clock: ReturnType<typeof createTestClock>,
): Promise<void> {
  expect(await readDelivery(deliveryId)).toMatchObject({
    status: "uncertain",
    nextAttemptAt: null,
    sealedPayload: null,
    entry: null,
    attempts: [{ outcome: "uncertain" }],
  });
  clock.advance(DAY_MS);
  expect((await drainOutbox(clock)).claimed).toBe(0);
}
