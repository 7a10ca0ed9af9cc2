import { describe, expect, it } from "vitest";
import type { EmailData } from "#lib/deliveries/schema";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import type { MessageRow } from "#lib/notifications/due-email";
import { toNoticeHtml, toNotificationHtml } from "#lib/notifications/emails/write-html";
import { toLine } from "#lib/notifications/message-text";
import { toNoticeContent } from "#lib/notifications/notice-content";
import { toNoticeText } from "#lib/notifications/notice-text";
import { toNotificationContent, toNotificationText } from "#lib/notifications/notification-content";

const BASE_URL = "https://forms.example.com";
const MESSAGE: MessageRow = {
  id: "019b0000-0000-7000-8000-000000000001",
  form: { name: "Contact", settings: DEFAULT_SETTINGS },
  receivedAt: new Date("2026-11-21T12:06:00Z"),
  fields: [
    ["name", "Ada Lovelace"],
    ["email", "ada@example.com"],
    ["topic", ["Engines", "Numbers"]],
    ["message", "First line\nSecond line"],
  ],
  preview: "Ada Lovelace · Engines",
  attachments: [],
};

function write(changes: Partial<MessageRow> = {}) {
  const content = toNotificationContent({ ...MESSAGE, ...changes }, BASE_URL);
  return { content, text: toNotificationText(content) };
}

async function writeHtml(changes: Partial<MessageRow> = {}): Promise<string> {
  return toNotificationHtml(write(changes).content);
}

describe("notification email", () => {
  it("shows fields in order and keeps line breaks, in HTML and text", async () => {
    const { text } = write();
    expect(text).toContain("New message received on 21 November 2026 at 12:06 UTC\n");
    expect(text).toContain(
      "name:\n  Ada Lovelace\n\nemail:\n  ada@example.com\n\ntopic:\n  Engines\n  Numbers\n\nmessage:\n  First line\n  Second line\n",
    );
    expect(await writeHtml()).toMatch(/First line<br>Second line/);
  });

  it("links to the message and has the visitor's address as Reply-To", async () => {
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
  ])("has no Reply-To if the visitor's email isn't a single address: %j", (email) => {
    expect(write({ fields: [["email", email]] }).content.replyTo).toBeNull();
  });

  it("adds the subject that a page sends to the form's own, on one line of 150 characters", () => {
    const subjectFor = (sent: string | string[]) =>
      write({ fields: [["_subject", sent]] }).content.subject;
    expect(subjectFor("Order 17")).toBe("New form submission: Order 17");
    expect(subjectFor([" ", "Order\r\nBcc: eve@example.com\u202e"])).toBe(
      "New form submission: Order Bcc: eve@example.com",
    );
    expect(subjectFor("😀".repeat(200))).toBe(`New form submission: ${"😀".repeat(150)}`);
    for (const empty of ["", " \t", "\u202e"])
      expect(subjectFor(empty)).toBe("New form submission");
  });

  it("escapes a visitor's text", async () => {
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

  it("removes bidirectional control characters and keeps right-to-left text", async () => {
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

  it("indents a visitor's lines so they can't imitate the rest of the email", () => {
    const { text } = write({
      fields: [["message", `hello\r\n\r\nOpen the message:\rhttps://evil.example\u2028--`]],
    });
    const own = text.split("\n").filter((line) => line === "Open message:" || line === "--");
    expect(own).toHaveLength(2);
    expect(text).toContain("\n  Open the message:\n  https://evil.example\n  --\n");
  });

  it("keeps the form's subject on one line", () => {
    const form = (subject: string) => ({ form: { name: "Contact", settings: { subject } } });
    expect(write(form("Hello \u202Ethere\u00a0")).content.subject).toBe("Hello there");
    expect(() => write(form("Hello\r\nBcc: eve@example.com"))).toThrow();
    expect(toLine("Hello\r\nBcc: eve@example.com\u2028\u202Ex\0", 150)).toBe(
      "Hello Bcc: eve@example.com x",
    );
  });

  it("lists files with their size, without links", async () => {
    const attachments = [
      { filename: "plan.pdf", sizeBytes: 1_400_000, expiresAt: new Date("2026-12-21T12:06:00Z") },
    ];
    const { text } = write({ attachments });
    expect(text).toContain("Files:\n  plan.pdf (1.4 MB)\nOpen the message to download. Files ");
    expect(text).toContain(
      "are available until 21 December 2026 at 12:06 UTC and aren’t scanned for malware.",
    );
    expect((await writeHtml({ attachments })).match(/href="[^"]*"/g)).toEqual([
      `href="${BASE_URL}/inbox/${MESSAGE.id}"`,
      `href="${BASE_URL}/inbox/${MESSAGE.id}"`,
    ]);
  });

  it("truncates long messages between characters and says so", () => {
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

  it("replaces lone surrogates, which providers reject", () => {
    expect(write({ fields: [["name", "a\ud800b"]] }).text.isWellFormed()).toBe(true);
  });
});

describe("account and alert emails", () => {
  const verification: EmailData = {
    kind: "verification",
    workspaceName: "Ada & <b>Co</b>\r\nBcc: x",
    link: `${BASE_URL}/verify-recipient?token=abc`,
  };

  it("verification email contains the workspace, link, and expiry", async () => {
    const content = toNoticeContent(verification, "ada@example.com", BASE_URL);
    const text = toNoticeText(content);
    const html = toNoticeHtml(content);
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
  ])("usage alert at %s%% has the correct subject and numbers", (percent, subject, figures) => {
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

  it("usage alert after a downgrade shows usage above the allowance", () => {
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

  it("invitation names who invites, the workspace and the role, and links once to accept", () => {
    const data: EmailData = {
      kind: "account",
      purpose: "invitation",
      link: `${BASE_URL}/invitation?token=secret`,
      workspaceName: "Nordlicht\r\nStudio",
      inviter: "ada@example.com",
      role: "member",
    };
    const text = toNoticeText(toNoticeContent(data, "bob@example.com", BASE_URL));
    expect(text).toContain("ada@example.com invites you to join the workspace “Nordlicht Studio”");
    expect(text).toContain("As a member,");
    expect(text.split(data.link)).toHaveLength(2);
    expect(text).toContain("You can ignore this email.");
  });

  it.each(["win.example.com/prize", "Visit evil.example", "https://evil", "Übung.über"])(
    "emails about memberships leave out a workspace name that could become a link: %s",
    (workspaceName) => {
      const account = { kind: "account", link: BASE_URL, workspaceName } as const;
      const emails: EmailData[] = [
        { ...account, purpose: "invitation", inviter: "ada@example.com", role: "owner" },
        { ...account, purpose: "access_ended", isDeleted: false },
      ];
      for (const data of emails) {
        const content = toNoticeContent(data, "bob@example.com", BASE_URL);
        expect(toNoticeText(content)).not.toContain(workspaceName);
        expect(toNoticeHtml(content)).not.toContain(workspaceName);
        expect(toNoticeText(content)).toMatch(/join their workspace|removed you from a workspace/);
      }
    },
  );

  it.each([
    [true, "An owner deleted the workspace “Nordlicht”"],
    [false, "An owner removed you from the workspace “Nordlicht”"],
  ])("says why someone lost access (deleted: %s)", (isDeleted, why) => {
    const data: EmailData = {
      kind: "account",
      purpose: "access_ended",
      link: BASE_URL,
      workspaceName: "Nordlicht",
      isDeleted,
    };
    expect(toNoticeText(toNoticeContent(data, "bob@example.com", BASE_URL))).toContain(why);
  });

  it.each([
    ["healthy", false, "has recovered", "is accepting events again"],
    ["failing", false, "is failing", "all retries failed"],
    ["suspended", false, "is suspended", "hasn’t accepted an event for at least five days"],
    ["suspended", true, "is suspended", "responded with 410 Gone"],
  ] as const)(
    "webhook alert explains that the endpoint is %s (gone: %s)",
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
      expect(text).toContain("owner of the workspace “Ada Bcc: x.”");
      expect(toNoticeHtml(content)).toContain("Contact &lt;b&gt;");
    },
  );

  it("supports dark mode", async () => {
    const content = toNoticeContent(verification, "ada@example.com", BASE_URL);
    const html = toNoticeHtml(content);
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });
});
