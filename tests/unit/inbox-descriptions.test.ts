import { expect, test } from "vitest";
import { describeNotSpam, describeVisitorReply } from "#components/inbox/descriptions.ts";

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
  expect(describeNotSpam({ notified: [...notified], removed: [], event })).toBe(
    `Marked as not spam. ${text}`,
  );
});

test("marking as not spam shows who is no longer a recipient", () => {
  expect(describeNotSpam({ notified: [], removed: ["ada@example.com"], event: "none" })).toBe(
    "Marked as not spam. ada@example.com is no longer a recipient and won’t be notified.",
  );
});

test("an auto-reply that was captured isn't called sent", () => {
  const sent = { status: "sent", reason: null } as const;
  expect(describeVisitorReply(sent, false)).toBe("An auto-reply was sent.");
  expect(describeVisitorReply(sent, true)).toBe("An auto-reply was captured, not sent.");
  expect(describeVisitorReply({ status: "failed", reason: null }, true)).toBe(
    "The auto-reply failed.",
  );
});
