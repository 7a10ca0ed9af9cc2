import { expect, test } from "vitest";
import { describeNotSpam } from "#components/inbox/descriptions";

const SUSPENDED =
  "The webhook is suspended, so its event wasn’t sent. Retry it after fixing the endpoint.";

test.each([
  [["a@example.com"], "queued", "Sending the email and the webhook event now."],
  [["a@example.com"], "none", "Sending the email now."],
  [[], "queued", "Sending the webhook event now."],
  [["a@example.com"], "suspended", `Sending the email now. ${SUSPENDED}`],
  [[], "suspended", SUSPENDED],
  [[], "none", "Nothing was pending."],
] as const)("not spam, with emails to %j and an event %s: %s", (notified, event, text) => {
  expect(describeNotSpam({ notified: [...notified], event })).toBe(`Marked as not spam. ${text}`);
});
