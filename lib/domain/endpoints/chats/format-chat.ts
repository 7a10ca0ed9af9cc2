import type { ChatMessage } from "#lib/domain/endpoints/chats/chat-message";
import { formatDiscord } from "#lib/domain/endpoints/chats/discord";
import type { ChatKind } from "#lib/domain/endpoints/chats/kinds";
import { formatSlack } from "#lib/domain/endpoints/chats/slack";
import { formatTeams } from "#lib/domain/endpoints/chats/teams";
import { formatTelegram } from "#lib/domain/endpoints/chats/telegram";

const FORMATTERS: Readonly<Record<ChatKind, (message: ChatMessage) => object>> = {
  slack: formatSlack,
  discord: formatDiscord,
  teams: formatTeams,
  telegram: formatTelegram,
};

/**
 * Formats the request body that shows a message in a chat. Every attempt sends exactly these bytes.
 */
export function formatChat(kind: ChatKind, message: ChatMessage): string {
  return JSON.stringify(FORMATTERS[kind](message));
}
