import { render } from "@react-email/components";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import type { EmailData } from "#lib/deliveries/schema";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import type { MessageRow } from "#lib/notifications/due-email";
import { NoticeEmail } from "#lib/notifications/emails/notice.tsx";
import { NotificationEmail } from "#lib/notifications/emails/notification.tsx";
import { toLine } from "#lib/notifications/message-text";
import { toNoticeContent, toNoticeText } from "#lib/notifications/notice-content";
import { toNotificationContent, toNotificationText } from "#lib/notifications/notification-content";

const BASE_URL = "https://forms.example.com";
const MESSAGE: MessageRow = {
  id: "019b0000-0000-7000-8000-000000000001",
  form: { name: "Contact", settings: DEFAULT_SETTINGS },
  receivedAt: new Date("2026-11-21T12:06:00Z"),
  fields: [
    ["name", "Ada Lovelace"],
    ["topic", ["Engines", "Numbers"]],
    ["message", "First line\nSecond line"],
  ],
  email: "ada@example.com",
  preview: "Ada Lovelace · Engines",
  attachments: [],
};

function write(changes: Partial<MessageRow> = {}) {
  const content = toNotificationContent({ ...MESSAGE, ...changes }, BASE_URL);
  return { content, text: toNotificationText(content) };
}

async function writeHtml(changes: Partial<MessageRow> = {}): Promise<string> {
  return render(createElement(NotificationEmail, write(changes).content));
}

describe("a notification", () => {
  it("shows the fields in the order sent, with their line breaks, in both forms", async () => {
    const { text } = write();
    expect(text).toContain(
      "name:\n  Ada Lovelace\n\ntopic:\n  Engines\n  Numbers\n\nmessage:\n  First line\n  Second line\n",
    );
    expect(await writeHtml()).toMatch(/First line<\/span><span><br\/>Second line/);
  });

  it("leads to the message in the dashboard and answers the visitor", async () => {
    const { content, text } = write();
    expect(content.replyTo).toBe("ada@example.com");
    expect(text).toContain(`${BASE_URL}/inbox/${MESSAGE.id}`);
    expect(await writeHtml()).toContain(`href="${BASE_URL}/inbox/${MESSAGE.id}"`);
  });

  it.each([
    "ada@example.com, eve@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "Ada <ada@example.com>",
    "<script>@example.com",
    "not an address",
    "",
    null,
  ])("has no Reply-To when the visitor did not leave exactly one address: %j", (email) => {
    expect(write({ email }).content.replyTo).toBeNull();
  });

  it("never lets what a visitor typed become markup", async () => {
    const hostile = `<img src=x onerror=alert(1)><a href="https://evil.example">Open message</a>`;
    const html = await writeHtml({
      fields: [[hostile, hostile]],
      preview: hostile,
      attachments: [{ filename: hostile, sizeBytes: 1, expiresAt: MESSAGE.receivedAt }],
    });
    expect(html).not.toContain("<img");
    expect(html).not.toContain('https://evil.example"');
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  it("takes out the marks that turn text around, and keeps right-to-left text", async () => {
    const { content, text } = write({
      fields: [
        ["file", "invoice\u202Efdp.exe\u2066\u200f"],
        ["שם", "שלום"],
      ],
    });
    expect(content.fields[0]?.values).toEqual(["invoicefdp.exe\u200f"]);
    expect(text).toContain("שם:\n  שלום");
    expect(await writeHtml({ fields: [["שם", "שלום"]] })).toMatch(/dir="auto"[^>]*>שם</);
  });

  it("sets a visitor's lines in, so that none passes for one of its own", () => {
    const { text } = write({
      fields: [["message", `hello\r\n\r\nOpen the message:\rhttps://evil.example\u2028--`]],
    });
    const own = text.split("\n").filter((line) => line === "Open message:" || line === "--");
    expect(own).toHaveLength(2);
    expect(text).toContain("\n  Open the message:\n  https://evil.example\n  --\n");
  });

  it("has the form's subject in one line, and never one with a line break", () => {
    const form = (subject: string) => ({ form: { name: "Contact", settings: { subject } } });
    expect(write(form("Hello \u202Ethere\u00a0")).content.subject).toBe("Hello there");
    expect(() => write(form("Hello\r\nBcc: eve@example.com"))).toThrow();
    expect(toLine("Hello\r\nBcc: eve@example.com\u2028\u202Ex\0", 150)).toBe(
      "Hello Bcc: eve@example.com x",
    );
  });

  it("names files with their size, says that they are not scanned, and links to none", async () => {
    const attachments = [
      { filename: "plan.pdf", sizeBytes: 1_400_000, expiresAt: new Date("2026-12-21T12:06:00Z") },
    ];
    const { text } = write({ attachments });
    expect(text).toContain("Files:\n  plan.pdf (1.4 MB)\nOpen the message to download them");
    expect(text).toContain("by 21 December 2026 at 12:06 UTC. Files aren’t scanned for malware.");
    expect((await writeHtml({ attachments })).match(/href="[^"]*"/g)).toEqual([
      `href="${BASE_URL}/inbox/${MESSAGE.id}"`,
      `href="${BASE_URL}/inbox/${MESSAGE.id}"`,
    ]);
  });

  it("is cut at a sane size, between characters, and says so", () => {
    const fields: MessageRow["fields"] = Array.from({ length: 100 }, (_, index) => [
      `field${index}`,
      "😀".repeat(10_000),
    ]);
    const { content, text } = write({ fields });
    expect(content.isCut).toBe(true);
    expect(text.length).toBeLessThan(70_000);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain(content.cutNote);
    expect(write().content.isCut).toBe(false);
  });

  it("mends halves of characters, which no provider takes", () => {
    expect(write({ fields: [["name", "a\ud800b"]] }).text.isWellFormed()).toBe(true);
  });
});

describe("mails about other things", () => {
  const verification: EmailData = {
    kind: "verification",
    workspaceName: "Ada & <b>Co</b>\r\nBcc: x",
    link: `${BASE_URL}/verify-recipient?token=abc`,
  };

  it("asks an address to confirm itself: who asks, button, plain link, how long", async () => {
    const content = toNoticeContent(verification, "ada@example.com", BASE_URL);
    const text = toNoticeText(content);
    const html = await render(createElement(NoticeEmail, content));
    expect(text).toContain("“Ada & <b>Co</b> Bcc: x”");
    expect(text).toContain(verification.link);
    expect(text).toContain("24 hours");
    expect(html).toContain("Ada &amp; &lt;b&gt;Co&lt;/b&gt;");
    expect(html.split(verification.link)).toHaveLength(4);
    expect(content.subject).not.toContain("Ada");
  });

  it.each([
    [80, "You’ve used 80% of your messages for November 2026", "800 of the 1,000"],
    [100, "You’ve used all your messages for November 2026", "1,000 of the 1,000"],
  ])("tells of the allowance at %s %%", (percent, subject, figures) => {
    const data: EmailData = {
      kind: "allowance",
      workspaceName: "Ada",
      percent,
      accepted: percent * 10,
      allowance: 1000,
      month: "2026-11",
    };
    const content = toNoticeContent(data, "ada@example.com", BASE_URL);
    expect(content.subject).toBe(subject);
    expect(toNoticeText(content)).toContain(figures);
    expect(toNoticeText(content)).toContain(`${BASE_URL}/usage`);
  });

  it("tells of more messages than a smaller plan allows without calling them a part of it", () => {
    const data: EmailData = {
      kind: "allowance",
      workspaceName: "Ada",
      percent: 100,
      accepted: 5000,
      allowance: 1000,
      month: "2026-11",
    };
    const text = toNoticeText(toNoticeContent(data, "ada@example.com", BASE_URL));
    expect(text).toContain(
      "has received 5,000 messages in November 2026. Your plan includes 1,000.",
    );
  });

  it.each([
    ["healthy", false, "has recovered", "is accepting events again"],
    ["failing", false, "is failing", "all retries failed"],
    ["suspended", false, "is suspended", "hasn’t accepted an event for at least five days"],
    ["suspended", true, "is suspended", "responded with 410 Gone"],
  ] as const)(
    "tells what it means that a webhook is %s (gone: %s)",
    async (health, isGone, state, what) => {
      const formId = "019b0000-0000-7000-8000-000000000002";
      const data: EmailData = {
        kind: "webhook_notice",
        workspaceName: "Ada\r\nBcc: x",
        formId,
        formName: "Contact\r\n<b>",
        host: "hooks.example.com",
        health,
        isGone,
      };
      const content = toNoticeContent(data, "ada@example.com", BASE_URL);
      expect(content.subject).toBe(`The webhook for “Contact <b>” ${state}`);
      const text = toNoticeText(content);
      expect(text).toContain(`hooks.example.com`);
      expect(text).toContain(what);
      expect(text).toContain(`${BASE_URL}/forms/${formId}/webhook`);
      expect(text).toContain("member of the workspace “Ada Bcc: x”");
      expect(await render(createElement(NoticeEmail, content))).toContain("Contact &lt;b&gt;");
    },
  );

  it("follows the system into the dark", async () => {
    const content = toNoticeContent(verification, "ada@example.com", BASE_URL);
    const html = await render(createElement(NoticeEmail, content));
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  });
});
