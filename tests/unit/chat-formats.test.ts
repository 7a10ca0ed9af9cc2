import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "#lib/domain/endpoints/chats/chat-message";
import { cutEscaped } from "#lib/domain/endpoints/chats/chat-message";
import { formatChat } from "#lib/domain/endpoints/chats/format-chat";
import type { ChatKind } from "#lib/domain/endpoints/chats/kinds";
import { anyText } from "#tests/support/factories/any-text";
import { findPayloadProblem } from "#tests/support/twins/chat-payloads";

const KINDS: readonly ChatKind[] = ["slack", "discord", "teams", "telegram"];
const link = { label: "Open message", url: "https://forms.example.com/inbox/1?a=1&b=%22" };
const message = (change: Partial<ChatMessage> = {}): ChatMessage => ({
  title: "Contact",
  text: "New message from Ada",
  fields: [{ label: "Name", value: "Ada" }],
  link,
  ...change,
});
const format = (kind: ChatKind, change: Partial<ChatMessage> = {}) =>
  formatChat(kind, message(change));

const HOSTILE =
  '@everyone <!channel> <@U123> <#C1> *bold* _it_ ~x~ `c` [a](https://evil.example) https://evil.example # h > q || s || <at>x</at> <b>&amp;"</b> @user /start';

describe.each(KINDS)("a %s message", (kind) => {
  it("fits the service's published limits, whatever visitors write", () => {
    const text = fc.oneof(
      anyText({ maxLength: 40 }),
      fc
        .constantFrom("<", "&", '"', "*", "\\", "😀", "é")
        .chain((one) => fc.integer({ min: 1, max: 6_000 }).map((count) => one.repeat(count))),
    );
    const filled = text.map((one) => one.toWellFormed() || "x");
    const fields = fc.array(fc.record({ label: filled, value: filled }), { maxLength: 100 });
    fc.assert(
      fc.property(filled, fields, filled, (title, some, sentence) => {
        const body = format(kind, { title, fields: some, text: sentence });
        expect(findPayloadProblem(kind, body)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it("says that fields were left out when they don't all fit", () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({
      label: `Field ${index}`,
      value: "x".repeat(2_000),
    }));
    const body = format(kind, { fields });
    expect(findPayloadProblem(kind, body)).toBeNull();
    expect(body).toContain("Some fields are left out");
  });

  it("links to the message", () => {
    expect(format(kind)).toContain("https://forms.example.com/inbox/1?a=1");
  });

  it("takes text that imitates markup and mentions", () => {
    const hostile = { title: HOSTILE, text: HOSTILE, fields: [{ label: HOSTILE, value: HOSTILE }] };
    expect(findPayloadProblem(kind, format(kind, hostile))).toBeNull();
  });
});

describe("text that visitors write", () => {
  const fields = [{ label: HOSTILE, value: HOSTILE }];

  it("is literal in Slack: only text elements have it, and the fallback has no markup", () => {
    const body = JSON.parse(format("slack", { title: HOSTILE, fields }));
    expect(body.text).not.toMatch(/[<>]/);
    expect(body.blocks[2].elements[0].elements).toEqual([
      { type: "text", text: expect.stringContaining("<!channel>"), style: { bold: true } },
      { type: "text", text: HOSTILE },
    ]);
  });

  it("is escaped for Discord, where no one can be mentioned", () => {
    const body = JSON.parse(format("discord", { fields }));
    expect(body.allowed_mentions).toEqual({ parse: [] });
    const { value } = body.embeds[0].fields[0];
    expect(value.replaceAll(/\\[!-/:-@[-`{-~]/g, "")).toMatch(/^[\w\s]*$/);
  });

  it("is in text runs in Teams, which read no Markdown", () => {
    const body = JSON.parse(format("teams", { fields }));
    const [, , label, value] = body.attachments[0].content.body;
    expect(label.inlines).toMatchObject([{ type: "TextRun", weight: "Bolder" }]);
    expect(value.inlines).toEqual([{ type: "TextRun", text: HOSTILE }]);
  });

  it("is code in Telegram, where nothing becomes a mention or a link", () => {
    const { text } = JSON.parse(format("telegram", { fields }));
    expect(text).toContain("<code>@everyone &lt;!channel&gt;");
    expect(text.replaceAll(/<code>[^<]*<\/code>/g, "")).not.toMatch(/@\w/);
  });
});

it("cuts text where it fits, never within an escape", () => {
  const toEntity = (one: string) => (one === "&" ? "&amp;" : one);
  expect(cutEscaped("abcdef", 6)).toBe("abcdef");
  expect(cutEscaped("abcdefg", 6)).toBe("abcde…");
  expect(cutEscaped("a&b", 7, toEntity)).toBe("a&amp;b");
  expect(cutEscaped("a&bc", 7, toEntity)).toBe("a&amp;…");
  expect(cutEscaped("😀😀😀", 5)).toBe("😀😀…");
});
