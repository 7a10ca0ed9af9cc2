import { expect, test } from "vitest";
import type { AuditEntry } from "#lib/audit/entry";
import { AUDIT_ACTIONS } from "#lib/audit/schema";
import {
  describeAction,
  describeDetails,
  describeProgram,
} from "../../app/(dashboard)/settings/audit/describe-entry";

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
