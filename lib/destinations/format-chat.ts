import type { ChatMessage } from "#lib/destinations/chat-message";
import { formatDiscord } from "#lib/destinations/discord";
import type { ChatKind } from "#lib/destinations/kinds";
import { formatSlack } from "#lib/destinations/slack";
import { formatTeams } from "#lib/destinations/teams";
import { formatTelegram } from "#lib/destinations/telegram";

const FORMATTERS: Readonly<Record<ChatKind, (message: ChatMessage) => object>> = {
  slack: formatSlack,
  discord: formatDiscord,
  teams: formatTeams,
  telegram: formatTelegram,
};

/** The request body that shows a message in a chat. Every attempt sends exactly these bytes. */
export function formatChat(kind: ChatKind, message: ChatMessage): string {
  return JSON.stringify(FORMATTERS[kind](message));
}
