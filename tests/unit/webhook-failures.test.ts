import { expect, test } from "vitest";
import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures.ts";

test("a reason is a sentence without a status, which differs between services that are gone", () => {
  for (const sentence of Object.values(WEBHOOK_FAILURES)) expect(sentence).toMatch(/^[A-Z]\D*\.$/);
});
