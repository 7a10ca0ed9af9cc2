import { expect, test } from "vitest";
import { describeInvitation } from "#app/(dashboard)/(settings)/settings/members/invitation-words";
import { OUT_OF_DATE, toFieldErrors } from "#components/form/action-result.ts";
import { presetOf, SCOPE_PRESETS } from "#components/form/scope-groups.ts";
import { actionResult } from "#components/form/server-action.ts";
import { WEBHOOK_FAILURES } from "#components/forms/webhook-failures.ts";
import { describeNotSpam, describeVisitorReply } from "#components/inbox/descriptions.ts";
import { AppError } from "#lib/core/errors";
import type { AuditEntry } from "#lib/domain/audit/entry";
import { AUDIT_ACTIONS } from "#lib/domain/audit/schema";
import { MessageIds } from "#lib/domain/submissions/inbox/inbox-schema";
import { parseInput } from "#lib/entry/http/parse";
import {
  describeAction,
  describeDetails,
  describeProgram,
} from "../../app/(dashboard)/(settings)/settings/audit/describe-entry";
import { describeExport, spansOf } from "../../app/(dashboard)/inbox/dialogs/export-words";

function entryOf(action: string, subject: AuditEntry["subject"]): AuditEntry {
  const actor = { kind: "system", id: null, name: null } as const;
  return { id: "1", at: 0, action, actor, subject, details: null, address: null, userAgent: null };
}

function sentenceOf(action: string, name: string | null, id: string | null = null): string {
  const { before, subject, after } = describeAction(entryOf(action, { id, name }));
  return `${before}${subject ?? ""}${after}`;
}

test.each([
  ["form.created", "Contact", "created the form Contact"],
  ["form.key_rotated", "Contact", "rotated the public key of Contact"],
  ["account.signed_in", null, "signed in"],
  ["account.passkey_added", "Phone", "added a passkey: Phone"],
  ["robot.started", "R2", "robot.started: R2"],
  ["Robot", null, "Robot"],
])("the sentence of %s about %s", (action, name, sentence) => {
  expect(sentenceOf(action, name)).toBe(sentence);
});

test("a subject without a name is shown by its ID only where the sentence needs it", () => {
  expect(sentenceOf("form.created", null, "x-1")).toBe("created the form x-1");
  expect(sentenceOf("person.exported", null, "x-1")).toBe("exported a person’s data");
});

test.each(Object.entries(WEBHOOK_FAILURES))(
  "the reason %s is a sentence without a status",
  (_, text) => {
    expect(text).toMatch(/^[A-Z]\D*\.$/);
  },
);

test("no sentence shows a placeholder", () => {
  for (const action of Object.keys(AUDIT_ACTIONS)) {
    expect(sentenceOf(action, "Contact")).not.toContain("{}");
    expect(sentenceOf(action, null)).not.toContain("{}");
  }
});

test("details show old and new values, and names of the settings whose values aren't logged", () => {
  const details = {
    changed: ["status", "redirectUrl", "uploads.enabled", "recipientIds"],
    from: { status: "active", "uploads.enabled": false },
    to: { status: "paused", "uploads.enabled": true },
    scopes: ["forms:read", "forms:write"],
    messages: 3,
  };
  expect(describeDetails(details)).toEqual([
    "Status: active → paused",
    "Uploads enabled: off → on",
    "Changed: redirect URL, recipients",
    "Scopes: forms:read, forms:write",
    "Messages: 3",
  ]);
  expect(describeDetails({ to: { messageRetentionDays: null }, from: {} })).toEqual([
    "Message retention days: none",
  ]);
  expect(describeDetails({ from: "a@example.com", to: "b@example.com" })).toEqual([
    "a@example.com → b@example.com",
  ]);
  expect(describeDetails({ source: null, messages: 3 })).toEqual(["Messages: 3"]);
  expect(describeDetails(null)).toEqual([]);
});

test.each([
  [null, null],
  ["", null],
  ["curl/8.5.0", "curl/8.5.0"],
  ["node", "node"],
  ["x".repeat(300), "x".repeat(40)],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
])("the program behind %s is %s", (userAgent, program) => {
  expect(describeProgram(userAgent)).toBe(program);
});

const ID = "00000000-0000-0000-0000-000000000000";
const slice = (newest: string, oldest: string) => ({
  newest: `${Date.parse(newest)}:${ID}`,
  oldest: `${Date.parse(oldest)}:${ID}`,
  count: 900,
});
const plan = (isCut: boolean, ...slices: ReturnType<typeof slice>[]) => ({
  total: slices.length * 900,
  isCut,
  slices,
  fields: null,
});
const TODAY = slice("2026-11-21T10:00:00Z", "2026-11-20T23:30:00Z");
const EARLIER = slice("2026-11-20T22:30:00Z", "2026-11-18T10:00:00Z");

test("an export that is cut shows how much it holds, and what to do about the rest", () => {
  expect(describeExport(plan(true, TODAY, EARLIER))).toBe(
    "More than 1,800 messages match. The 2 parts below hold the newest 1,800. Narrow the filter to export the others.",
  );
  expect(describeExport(plan(false, TODAY, EARLIER))).toBe(
    "1,800 messages match. A file holds at most 1,000 messages, so this export has 2 parts.",
  );
  expect(describeExport(plan(false, TODAY))).toBe("900 messages match.");
});

test("files are named by days of the viewer's time zone, by times where they share a day", () => {
  expect(spansOf(plan(false, TODAY, EARLIER), "Europe/Berlin")).toEqual([
    "21 Nov 2026",
    "18\u2009–\u200920 Nov 2026",
  ]);
  expect(spansOf(plan(false, TODAY, EARLIER), "UTC")).toEqual([
    "20 Nov 2026, 23:30:00\u2009–\u200921 Nov 2026, 10:00:00",
    "18 Nov 2026, 10:00:00\u2009–\u200920 Nov 2026, 22:30:00",
  ]);
  const [, last] = spansOf(plan(true, TODAY, EARLIER), "Europe/Berlin");
  expect(last, "more of its day may match").toContain("11:00:00");
});

test.each([
  ["must have 1 to 5 recipients", "Select 1 to 5 recipients."],
  ["must have at most 5 recipients", "Select at most 5 recipients."],
  ["must have at least one scope", "Select at least one scope."],
  ["must be 1 to 80 characters", "Enter 1 to 80 characters."],
  ["must be a whole number from 1 to 365", "Enter a whole number from 1 to 365."],
  [
    "must be an HTTPS URL without credentials, or blank",
    "Must be an HTTPS URL without credentials, or blank.",
  ],
  ["must have at most 10 origins", "Must have at most 10 origins."],
])("%s", (message, sentence) => {
  expect(toFieldErrors([{ path: "field", message }])).toEqual({ field: sentence });
});

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

test("the members page says who can be invited while sign-up is closed", () => {
  const limit = "only invite people who already have an account";
  expect(describeInvitation("closed")).toContain(limit);
  for (const signUp of ["open", "invited"] as const)
    expect(describeInvitation(signUp)).not.toContain(limit);
});

const READS_MESSAGES = /^(submissions|files):/;

test("the preset for assistants has no scope that reads or changes messages, and can set up everything else", () => {
  const preset = SCOPE_PRESETS.find(({ title }) => title === "Set up forms");
  expect(preset?.scopes.filter((scope) => READS_MESSAGES.test(scope))).toEqual([]);
  expect(preset?.scopes).toEqual(
    expect.arrayContaining(["forms:write", "recipients:write", "integrations:write"]),
  );
});

test("every preset is recognized by its scopes", () => {
  for (const preset of SCOPE_PRESETS) expect(presetOf(preset.scopes)).toBe(preset);
});

test("invalid input from a button asks the user to reload and shows no API path", async () => {
  const result = await actionResult(null, async () => parseInput(MessageIds, ["nothing"]));
  expect(result).toMatchObject({ ok: false, error: { message: OUT_OF_DATE } });
});

test("an invalid form field shows the error only at the field and keeps the values", async () => {
  const data = new FormData();
  data.set("name", "typed");
  data.set("password", "never sent back");
  const result = await actionResult(data, async () => {
    throw new AppError("validation_failed", "The request is not valid: name is required.", {
      details: [{ path: "name", message: "is required" }],
    });
  });
  expect(result).toMatchObject({
    ok: false,
    error: { message: null, details: [{ path: "name", message: "is required" }] },
  });
  expect(result).toHaveProperty("error.values", { name: ["typed"] });
});

test("the message about a possible duplicate email mentions no API property", async () => {
  const result = await actionResult(null, async () => {
    throw new AppError("duplicate_not_acknowledged", "Send acknowledgePossibleDuplicate: true.");
  });
  expect(result).toMatchObject({ error: { message: expect.stringMatching(/can’t confirm/) } });
  expect(result).not.toMatchObject({
    error: { message: expect.stringContaining("acknowledge") },
  });
});
