import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { mailtoHref, replyHref } from "../../app/(dashboard)/inbox/message/reply-href";

const SENT = {
  address: "ada@example.com",
  sender: { name: "Ada", email: "ada@example.com" },
  receivedAt: Date.parse("2026-11-21T10:00:00Z"),
  timeZone: "UTC",
  known: [],
};

/** Parses a mailto URL like an email client (RFC 6068). */
function read(href: string) {
  const { protocol, pathname, searchParams } = new URL(href.replaceAll("+", "%2B"));
  return { protocol, to: decodeURIComponent(pathname), fields: [...searchParams] };
}

test("an untrusted address can't add recipients or headers", () => {
  for (const address of [
    "a?bcc=evil@example.com",
    "a&cc=evil@example.com",
    "a%2Cevil@example.com",
    "a#b@example.com",
    "ä+b@exämple.com",
  ]) {
    const { to, fields } = read(mailtoHref(address));
    expect(to).toBe(address);
    expect(fields).toEqual([]);
  }
});

test("a reply to any message has one recipient, a subject, and a body", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, text, text, (formName, name, value) => {
      const fields: FieldPairs = [[name, value]];
      const reply = read(replyHref({ ...SENT, formName, fields }));
      expect(reply.to).toBe("ada@example.com");
      expect(reply.fields.map(([field]) => field)).toEqual(["subject", "body"]);
    }),
  );
});

test("a reply quotes the message line by line, as a person does", () => {
  const fields: FieldPairs = [
    ["message", "Hello\r\nthere\n"],
    ["topics", ["a", "b"]],
  ];
  const reply = read(replyHref({ ...SENT, formName: "Contact & more", fields }));
  expect(Object.fromEntries(reply.fields)).toEqual({
    subject: "Re: Contact & more",
    body: "\r\n\r\nOn 21 November 2026, you wrote:\r\n> Hello\r\n> there\r\n> ",
  });
});

test("a reply names the day that it was for whoever replies", () => {
  const late = { ...SENT, receivedAt: Date.parse("2026-11-21T23:30:00Z"), formName: "Contact" };
  const bodyFor = (timeZone: string) =>
    Object.fromEntries(read(replyHref({ ...late, timeZone, fields: [["message", "Hi"]] })).fields)
      .body;
  expect(bodyFor("Europe/Berlin")).toContain("On 22 November 2026, you wrote:");
  expect(bodyFor("America/New_York")).toContain("On 21 November 2026, you wrote:");
});

test("a reply to a form without a message quotes its fields, with repeated values together", () => {
  const fields: FieldPairs = [["topics", ["a", "b"]]];
  const reply = read(replyHref({ ...SENT, formName: "Survey", fields }));
  expect(Object.fromEntries(reply.fields).body).toMatch(/\r\n> topics: a, b$/);
});

test("a reply truncates long messages between characters", () => {
  const href = replyHref({
    ...SENT,
    formName: "Contact",
    fields: [["message", "🎉".repeat(5_000)]],
  });
  const [, body] = read(href).fields;
  expect(body?.[1].endsWith("🎉 …")).toBe(true);
  expect(Array.from(body?.[1] ?? "").length).toBeLessThan(900);
});

test("a lone surrogate in the subject doesn't throw", () => {
  expect(() => mailtoHref("a@example.com", { subject: "\ud800" })).not.toThrow();
});
