import type { BlockedReason } from "#lib/domain/recipients/blocked-reason";

/** The reason a recipient gets no notifications, after its address. */
export const BLOCKED_TEXTS: Readonly<Record<BlockedReason, string>> = {
  bounced: "Emails to it come back, so it gets no notifications until it’s confirmed again.",
  complained:
    "Its reader marked an email as spam, so it gets no notifications until it’s confirmed again.",
};
