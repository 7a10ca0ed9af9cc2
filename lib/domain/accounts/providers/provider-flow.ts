import { z } from "zod";

/** What the browser that began a sign-in keeps, sealed, until it comes back from the provider. */
export const ProviderFlow = z.object({
  workspaceId: z.uuid().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of this service to open then. */
  next: z.string(),
  startedAt: z.int(),
  /** The session whose user connects the provider to their account; null to sign in. `stays`: they go on in it. */
  connects: z.object({ sessionId: z.uuid(), stays: z.boolean() }).nullable(),
  /** The attempt, which counts as a failure until it succeeds. */
  eventIds: z.array(z.uuid()),
});
export type ProviderFlow = z.output<typeof ProviderFlow>;

/** A sign-in with a provider has to come back within this time. */
export const FLOW_MS = 10 * 60_000;

/** A session that someone opened by their own means, in the browser that connects a provider. */
export type ConnectingSession = { userId: string; emailKey: string; stays: boolean };

/** `sessionId`: null where the provider was connected to the account of a session that stays. */
export type ProviderSignIn = {
  sessionId: string | null;
  /** The secret for the browser's long-lived cookie; null leaves it. */
  device: string | null;
};
