import { z } from "zod";
import type { ChatKind } from "#lib/domain/endpoints/chats/kinds";

const text = (max: number) => z.string().min(1).max(max);

/** Block Kit: 50 blocks, 150 characters in a header, 3,000 in a text. docs.slack.dev/reference/block-kit */
const SlackText = z.strictObject({
  type: z.literal("text"),
  text: text(3_000),
  style: z.strictObject({ bold: z.boolean() }).optional(),
});
const SlackLink = z.strictObject({
  type: z.literal("link"),
  url: z.url().max(3_000),
  text: text(75),
});
const SlackBlock = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("header"),
    text: z.strictObject({ type: z.literal("plain_text"), text: text(150), emoji: z.boolean() }),
  }),
  z.strictObject({
    type: z.literal("rich_text"),
    elements: z
      .array(
        z.strictObject({
          type: z.literal("rich_text_section"),
          elements: z.array(z.union([SlackText, SlackLink])).min(1),
        }),
      )
      .length(1),
  }),
]);
export const SlackPayload = z
  .strictObject({
    // Slack cuts after 40,000 characters and recommends at most 4,000.
    text: text(4_000),
    mrkdwn: z.literal(false),
    parse: z.literal("none"),
    unfurl_links: z.literal(false),
    unfurl_media: z.literal(false),
    blocks: z.array(SlackBlock).min(1).max(50),
  })
  .refine((body) => JSON.stringify(body.blocks).length < 40_000, "is too long");

export type SlackPayload = z.output<typeof SlackPayload>;

/** Embeds: docs.discord.com/developers/resources/message#embed-object-embed-limits */
export const DiscordPayload = z
  .strictObject({
    allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
    embeds: z
      .array(
        z.strictObject({
          title: text(256),
          url: z.url(),
          color: z.int().min(0).max(0xffffff),
          description: text(4_096),
          fields: z
            .array(z.strictObject({ name: text(256), value: text(1_024), inline: z.boolean() }))
            .max(25),
          footer: z.strictObject({ text: text(2_048) }).optional(),
        }),
      )
      .length(1),
  })
  .refine(
    ({ embeds: [embed] }) =>
      [
        embed?.title,
        embed?.description,
        embed?.footer?.text,
        ...(embed?.fields.flatMap(({ name, value }) => [name, value]) ?? []),
      ].join("").length <= 6_000,
    "has more than 6,000 characters",
  );

export type DiscordPayload = z.output<typeof DiscordPayload>;

/** Adaptive cards as Teams takes them, 28 KB in total. learn.microsoft.com/microsoftteams/platform */
const TextRun = z.strictObject({
  type: z.literal("TextRun"),
  text: z.string().min(1),
  weight: z.enum(["Lighter", "Default", "Bolder"]).optional(),
  size: z.enum(["Small", "Default", "Medium", "Large", "ExtraLarge"]).optional(),
});
export const TeamsPayload = z
  .strictObject({
    type: z.literal("message"),
    attachments: z
      .array(
        z.strictObject({
          contentType: z.literal("application/vnd.microsoft.card.adaptive"),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
            type: z.literal("AdaptiveCard"),
            version: z.literal("1.4"),
            body: z.array(
              z.strictObject({
                type: z.literal("RichTextBlock"),
                spacing: z.literal("None").optional(),
                inlines: z.array(TextRun).min(1),
              }),
            ),
            actions: z
              .array(
                z.strictObject({
                  type: z.literal("Action.OpenUrl"),
                  title: z.string(),
                  url: z.url(),
                }),
              )
              .length(1),
          }),
        }),
      )
      .length(1),
  })
  .refine((body) => Buffer.byteLength(JSON.stringify(body)) <= 28 * 1024, "is over 28 KB");

export type TeamsPayload = z.output<typeof TeamsPayload>;

const TAG = /<(\/?)(\w+)(?: href="[^"<>]*")?>/g;
const ENTITY = /&(amp|lt|gt|quot);/g;

/** Telegram rejects HTML whose tags don't match, and more than 4,096 characters after parsing. */
function readTelegramHtml(html: string): string | null {
  const open: string[] = [];
  let parts = 0;
  for (const [, slash, name = ""] of html.matchAll(TAG))
    if (slash === "") open.push(name);
    else {
      parts += 1;
      if (open.pop() !== name) return null;
    }
  const bare = html.replaceAll(TAG, "");
  if (open.length > 0 || parts > 100 || /[<>]/.test(bare)) return null;
  if (/&(?!(amp|lt|gt|quot);)/.test(bare)) return null;
  return bare.replaceAll(ENTITY, "x");
}

/** core.telegram.org/bots/api#sendmessage */
export const TelegramPayload = z.strictObject({
  text: z.string().refine((html) => {
    const shown = readTelegramHtml(html);
    return shown !== null && shown.length >= 1 && shown.length <= 4_096;
  }, "can't be parsed or is too long"),
  parse_mode: z.literal("HTML"),
  link_preview_options: z.strictObject({ is_disabled: z.literal(true) }),
});

const PAYLOADS: Readonly<Record<ChatKind, z.ZodType>> = {
  slack: SlackPayload,
  discord: DiscordPayload,
  teams: TeamsPayload,
  telegram: TelegramPayload,
};

/** The reason for which a service would reject a payload, by its published limits; null if it accepts it. */
export function findPayloadProblem(kind: ChatKind, body: string): string | null {
  const parsed = PAYLOADS[kind].safeParse(JSON.parse(body));
  return parsed.success ? null : z.prettifyError(parsed.error);
}
