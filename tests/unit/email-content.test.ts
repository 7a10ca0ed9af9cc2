import { describe, expect, it } from "vitest";
import { toLine } from "#lib/core/characters";
import { toNotificationHtml } from "#lib/domain/emails/html/write-html";
import { isolatedLine, MAX_CHARACTERS, toEmailFields } from "#lib/domain/emails/message-text";
import {
  type NotifiedMessage,
  toNotificationContent,
  toNotificationText,
} from "#lib/domain/emails/notification-content";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";

const BASE_URL = "https://forms.example.com";
const MESSAGE: NotifiedMessage = {
  formName: "Contact",
  formSettings: DEFAULT_SETTINGS,
  formFields: null,
  receivedAt: new Date("2026-11-21T12:06:00Z"),
  fields: [
    ["name", "Ada Lovelace"],
    ["email", "ada@example.com"],
    ["topic", ["Engines", "Numbers"]],
    ["message", "First line\nSecond line"],
  ],
  senderName: null,
  senderEmail: null,
  preview: "Ada Lovelace · Engines",
  suspicion: null,
  timeZone: null,
  context: null,
  attachments: [],
};

function write(changes: Partial<NotifiedMessage> = {}) {
  const content = toNotificationContent(
    { ...MESSAGE, ...changes },
    { link: `${BASE_URL}/inbox/1`, spamLink: `${BASE_URL}/mark-spam?token=t` },
  );
  return { content, text: toNotificationText(content) };
}

function writeHtml(changes: Partial<NotifiedMessage> = {}): string {
  return toNotificationHtml(write(changes).content);
}

describe("notification email", () => {
  it("has the times of the workspace's zone, and says which it is", () => {
    const attachment = { filename: "a.pdf", sizeBytes: 1, expiresAt: "2027-07-21T12:06:00Z" };
    const { text } = write({ timeZone: "Europe/Berlin", attachments: [attachment] });
    expect(text).toContain("Contact · 21 November 2026 at 13:06 UTC+1\n");
    expect(text).toContain("are available until 21 July 2027 at 14:06 UTC+2 and");
  });

  it("says why a message looks like spam", () => {
    const signals = [
      { code: "echo", points: 2, text: "Only the name or address, repeated" },
      { code: "model", points: -1, text: "The model’s verdict: genuine" },
    ];
    const suspicion = { signals, links: 0, scripts: [], digest: null };
    const sentence = "Looks like spam: only the name or address, repeated.";
    expect(write({ suspicion }).text).toContain(sentence);
    expect(writeHtml({ suspicion })).toContain(sentence);
    expect(write().text).not.toContain("Looks like spam");
  });

  it("shows fields under the labels and in the order of the form's list", () => {
    const options = [{ value: "a", label: "Engines & numbers" }];
    const fields = StoredFields.parse([
      { name: "message", type: "long_text", label: "What can we do for you?" },
      { name: "topic", type: "choice", label: "Topic", options },
    ]);
    const { text } = write({
      formFields: fields,
      fields: [
        ["extra", "x"],
        ["topic", "a"],
        ["message", "Hello"],
      ],
    });
    expect(text).toContain(
      "What can we do for you?:\n  Hello\n\nTopic:\n  Engines & numbers\n\nextra:\n  x\n",
    );
  });

  it("shows the message first, then the other fields, without the name and address again", () => {
    const { text } = write();
    expect(text).toMatch(
      /^Ada Lovelace\nada@example.com\nContact · 21 November 2026 at 12:06 UTC\n/,
    );
    expect(text).toContain(
      "UTC\n\n  First line\n  Second line\n\ntopic:\n  Engines\n  Numbers\n\nReplies to this",
    );
    const html = writeHtml();
    expect(html).toMatch(/First line<br>Second line.*>topic<\/p>.*Engines.*Numbers/s);
    expect(html.match(/ada@example\.com/g)).toHaveLength(2);
  });

  it("names a message whose field isn't named like one, and shows a name in full that the title cuts", () => {
    const name = "A".repeat(101);
    const { text } = write({
      fields: [
        ["name", name],
        ["wishes", "W".repeat(120)],
      ],
    });
    expect(text).toContain(`UTC\n\nwishes:\n  ${"W".repeat(120)}\n\nname:\n  ${name}\n`);
  });

  it("offers to open the message and to mark it as spam, without a token in what people read", () => {
    const html = writeHtml();
    const link = `${BASE_URL}/mark-spam?token=t`;
    expect(html).toContain(`href="${link}"`);
    expect(html.replaceAll(/<[^>]+>/g, "")).not.toContain("token=");
    expect(write().text).toContain(`Mark as spam:\n${link}\n`);
  });

  it("links to the message and has the visitor's address as Reply-To", () => {
    const { content, text } = write();
    expect(content.replyTo).toBe('"Ada Lovelace" <ada@example.com>');
    expect(text).toContain(`${BASE_URL}/inbox/1`);
    expect(writeHtml()).toContain(`href="${BASE_URL}/inbox/1"`);
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

  it("escapes a visitor's text", () => {
    const hostile = `<img src=x onerror=alert(1)><a href="https://evil.example">Open message</a>`;
    const html = writeHtml({
      fields: [[hostile, hostile]],
      preview: hostile,
      attachments: [{ filename: hostile, sizeBytes: 1, expiresAt: "2026-12-21T12:06:00Z" }],
    });
    expect(html).not.toContain("<img");
    expect(html).not.toContain('https://evil.example"');
    expect(html.match(/<a /g)).toHaveLength(2);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  it("removes bidirectional control characters and keeps right-to-left text", () => {
    const { content, text } = write({
      fields: [
        ["file", "invoice\u202Efdp.exe\u2066\u200f"],
        ["נושא", "שלום"],
      ],
    });
    expect(content.fields[0]?.values).toEqual(["invoicefdp.exe\u200f"]);
    expect(text).toContain("נושא:\n  שלום");
    const attachments = [{ filename: "لقطة.png", sizeBytes: 1, expiresAt: "2026-12-21T12:06:00Z" }];
    const html = writeHtml({ fields: [["נושא", "שלום"]], attachments });
    expect(html).toMatch(/<table dir="auto".*>נושא<.*<span dir="auto">שלום</s);
    expect(html).toContain('<span dir="auto">لقطة.png</span> (1 byte)');
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
    const form = (subject: string) => ({ formSettings: { subject } });
    expect(write(form("Hello \u202Ethere\u00a0")).content.subject).toBe("Hello there");
    expect(() => write(form("Hello\r\nBcc: eve@example.com"))).toThrow();
    expect(toLine("Hello\r\nBcc: eve@example.com\u2028\u202Ex\0", 150)).toBe(
      "Hello Bcc: eve@example.com x",
    );
  });

  it("lists files with their size, without links", () => {
    const attachments = [
      { filename: "plan.pdf", sizeBytes: 1_400_000, expiresAt: "2026-12-21T12:06:00Z" },
    ];
    const { text } = write({ attachments });
    expect(text).toContain("Files:\n  plan.pdf (1.4 MB)\nOpen the message to download. Files ");
    expect(text).toContain(
      "are available until 21 December 2026 at 12:06 UTC and aren’t scanned for malware.",
    );
    expect(writeHtml({ attachments }).match(/href="[^"]*"/g)).toEqual([
      `href="${BASE_URL}/inbox/1"`,
      `href="${BASE_URL}/mark-spam?token=t"`,
    ]);
  });

  it("truncates long messages between characters and marks it", () => {
    const fields: NotifiedMessage["fields"] = Array.from({ length: 100 }, (_, index) => [
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

  it("marks a message of which only the last value is truncated", () => {
    const fields: NotifiedMessage["fields"] = [
      ["topic", "Engines"],
      ["message", "x".repeat(MAX_CHARACTERS)],
    ];
    const { content, text } = write({ fields });
    expect(content.isCut).toBe(true);
    expect(text).toContain(content.cutNote);
  });

  it("replaces lone surrogates, which providers reject", () => {
    expect(write({ fields: [["name", "a\ud800b"]] }).text.isWellFormed()).toBe(true);
  });
});

describe("email layout", () => {
  it("breaks long words so the email is never wider than the screen", () => {
    const long = "W".repeat(80);
    const html = writeHtml({
      formName: long,
      fields: [[long, long]],
    });
    const texts = html.match(/<(h1|p)\b[^>]*>/g) ?? [];
    expect(texts.length).toBeGreaterThan(5);
    for (const tag of texts) expect(tag).toContain("overflow-wrap:anywhere");
  });

  it("keeps a visitor's indentation", () => {
    const html = writeHtml({ fields: [["code", "if (a) {\n\treturn   1;\n}"]] });
    expect(html).toMatch(/white-space:pre-wrap[^>]*>.*\treturn {3}1;/);
  });

  it("shows a placeholder for empty fields, but not for a truncated value", () => {
    const fields: NotifiedMessage["fields"] = [
      ["phone", ""],
      ["topic", "Engines"],
    ];
    expect(writeHtml({ fields })).toContain("empty");
    expect(write({ fields }).text).toContain("phone:\n  (empty)\n\ntopic:\n  Engines\n");
    const { text } = write({ fields: [["topics", ["x".repeat(MAX_CHARACTERS), "second"]]] });
    expect(text).not.toContain("empty");
    expect(text).toContain("too long to show in full");
  });
});

describe("text in emails", () => {
  it("truncates lines between characters", () => {
    expect(toLine("😀😀😀", 2)).toBe("😀😀");
  });

  it("removes control characters except tabs and line breaks", () => {
    const shown = { name: "a", label: "a", values: ["x\ty\r\nz\u0007\u009f"] };
    expect(toEmailFields([shown]).fields).toEqual([{ label: "a", values: ["x\ty\nz"] }]);
  });
});

it("a line beside other text is isolated, and can't end its isolation", () => {
  expect(isolatedLine("\u202eAda\u2069\nLovelace")).toBe("\u2068Ada Lovelace\u2069");
});
