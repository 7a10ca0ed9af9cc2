import { z } from "zod";

/** The state of a sign-in, sealed in a cookie of the browser until it returns from the provider. */
export const ProviderFlow = z.object({
  workspaceId: z.uuid().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of this service to open afterwards. */
  next: z.string(),
  startedAt: z.int(),
  /** The secret of the invitation that someone new accepts; null for none. */
  invitation: z.string().nullable().default(null),
  /**
   * The session whose user connects the provider to their account; null to sign in. `stays`: they continue in that
   * session.
   */
  connects: z.object({ sessionId: z.uuid(), stays: z.boolean() }).nullable(),
  /** The IDs of the counted attempt, which is a failure until it succeeds. */
  eventIds: z.array(z.uuid()),
});
export type ProviderFlow = z.output<typeof ProviderFlow>;

/** How long a sign-in with a provider may take. */
export const FLOW_MS = 10 * 60_000;

/** A session that someone opened by their own means, in the browser that connects a provider. */
export type ConnectingSession = { userId: string; emailKey: string; stays: boolean };

/**
 * The result of a sign-in. `sessionId` is null when a provider was connected from a session that
 * continues.
 */
export type ProviderSignIn = {
  sessionId: string | null;
  /** The secret for the browser's long-lived cookie; null to leave the cookie as it is. */
  device: string | null;
  /** The page to open instead of the one that the sign-in began for. */
  next?: string;
};
