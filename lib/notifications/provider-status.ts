/** A provider's reports about an email, each outranking those before it. */
export const STATUS_RANKS = ["delayed", "delivered", "bounced", "complained"] as const;
export type ProviderStatus = (typeof STATUS_RANKS)[number];
