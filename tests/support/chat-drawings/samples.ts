import type { ChatKind } from "#lib/domain/endpoints/chats/kinds";
import type { SubmissionOfEvent } from "#lib/domain/endpoints/events";
import { makeEventBody } from "#lib/domain/endpoints/plan-events";
import { StoredFields } from "#lib/domain/forms/fields/schema";

const ID = "019a9c2e-0c41-7e66-9b17-58e2f7ad3906";

/** A message as most forms get it, under the labels of the form's fields. */
export const ORDINARY: SubmissionOfEvent = {
  id: ID,
  formId: ID,
  formName: "Contact",
  receivedAt: new Date("2026-11-24T10:24:00Z"),
  fields: [
    ["name", "Ada Lovelace"],
    ["email", "ada@example.com"],
    ["plan", "team"],
    ["message", "Do you have time in March?\n\nWe need a new website with about 20 pages."],
  ],
  sender: { name: "Ada Lovelace", email: "ada@example.com" },
  context: null,
  known: StoredFields.parse([
    { name: "name", type: "text", label: "Name" },
    { name: "email", type: "email", label: "Email" },
    {
      name: "plan",
      type: "choice",
      label: "Interested in",
      options: [{ value: "team", label: "Team plan" }],
    },
    { name: "message", type: "long_text", label: "Message" },
  ]),
  attachments: [
    {
      id: ID,
      field: "file",
      filename: "sitemap.pdf",
      contentType: "application/pdf",
      size: 48_213,
      expiresAt: 0,
    },
  ],
};

/** Everything that a chat could read as more than text, one kind a line. */
export const HOSTILE_LINES: readonly string[] = [
  "@everyone @here <!channel> <!here> <@U123> <#C1> <@&42> <@42> @durov <at>Ada</at>",
  "*bold* **bold** _it_ __under__ ~x~ ~~x~~ `code` ```block``` ||spoiler||",
  "[label](https://evil.example) <https://evil.example|label> https://evil.example",
  "www.evil.example evil.example mailto:a@evil.example tg://resolve?domain=x",
  "# heading",
  "-# small",
  "> quote",
  "- item",
  "1. item",
  "<b>bold</b> <a href='https://evil.example'>x</a> <img src=x onerror=alert(1)> <script>x</script>",
  "&amp; &lt;b&gt; &#60; &quot; <t:0:R> <:smile:1> :smile: \\* \\",
  "/start #tag $EUR +1 555 123 4567 4111 1111 1111 1111",
  "שלום עולם, مرحبا",
];

/** Hostile text in each place that visitors and owners write: the form's name, a label, and values. */
export const HOSTILE: SubmissionOfEvent = {
  ...ORDINARY,
  formName: HOSTILE_LINES[1] ?? "",
  fields: [
    ["name", `\u202e${HOSTILE_LINES[0]}`],
    [HOSTILE_LINES[2] ?? "", HOSTILE_LINES.slice(0, 6).join("\n")],
    [HOSTILE_LINES[11] ?? "", HOSTILE_LINES.slice(6).join("\n")],
  ],
  known: [],
  attachments: [],
};

/** The same message without anything that could be markup: each visible character is an x. */
export function tamed(message: SubmissionOfEvent): SubmissionOfEvent {
  const tame = (text: string) => text.replaceAll(/\S/g, "x");
  return {
    ...message,
    formName: tame(message.formName),
    fields: message.fields.map(([name, value]) => [
      // The sender's name is found by it.
      name === "name" ? name : tame(name),
      Array.isArray(value) ? value.map(tame) : tame(value),
    ]),
  };
}

/** The request body that a chat gets about a message. */
export function bodyOf(kind: ChatKind, message: SubmissionOfEvent): string {
  return makeEventBody({ kind, content: "full" }, message.id, message);
}
