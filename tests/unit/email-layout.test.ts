import { describe, expect, it } from "vitest";
import type { FieldPairs } from "#lib/core/fields";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import { toNotificationHtml } from "#lib/notifications/emails/write-html";
import { MAX_CHARACTERS } from "#lib/notifications/message-text";
import { toNotificationContent, toNotificationText } from "#lib/notifications/notification-content";

const LONG = "W".repeat(80);

/** A notification with these fields, from a form with a long name without spaces. */
async function write(fields: FieldPairs) {
  const content = toNotificationContent(
    {
      id: "019b0000-0000-7000-8000-000000000001",
      form: { name: LONG, settings: DEFAULT_SETTINGS },
      receivedAt: new Date("2026-11-21T12:06:00Z"),
      fields,
      preview: "",
      attachments: [],
    },
    {
      baseUrl: "https://forms.example.com",
      spamLink: "https://forms.example.com/mark-spam?token=t",
    },
  );
  const html = toNotificationHtml(content);
  return { html, text: toNotificationText(content) };
}

describe("email layout", () => {
  it("breaks long words so the email is never wider than the screen", async () => {
    const { html } = await write([[LONG, LONG]]);
    const texts = html.match(/<(h1|p)\b[^>]*>/g) ?? [];
    expect(texts.length).toBeGreaterThan(5);
    for (const tag of texts) expect(tag).toContain("overflow-wrap:anywhere");
  });

  it("keeps a visitor's indentation", async () => {
    const { html } = await write([["code", "if (a) {\n\treturn   1;\n}"]]);
    expect(html).toMatch(/white-space:pre-wrap[^>]*>.*\treturn {3}1;/);
  });

  it("shows a placeholder for empty fields", async () => {
    const { html, text } = await write([
      ["phone", ""],
      ["name", "Ada"],
    ]);
    expect(html).toContain("empty");
    expect(text).toContain("phone:\n  (empty)\n\nname:\n  Ada\n");
  });

  it("shows no placeholder for a truncated value", async () => {
    const { text } = await write([["topics", ["x".repeat(MAX_CHARACTERS), "second"]]]);
    expect(text).not.toContain("empty");
    expect(text).toContain("too long to show in full");
  });
});
