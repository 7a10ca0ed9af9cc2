import { z } from "zod";
import { EmailAddress } from "#lib/core/text";

/**
 * Limits of a workspace. Open and expired invitations count until they're revoked or cleaned up.
 */
export const MEMBER_LIMITS = { members: 50, invitations: 50 } as const;
/** An invitation is resent at most once a minute. */
export const INVITE_AGAIN_AFTER_SECONDS = 60;

export const RoleName = z.enum(["owner", "member"]);

export const InviteInput = z.strictObject({ email: EmailAddress, role: RoleName });
export type InviteInput = z.output<typeof InviteInput>;

/** What to do with the API tokens that someone created as an owner, when they lose the role. */
export const TokenChoice = z.strictObject({ revokeTokens: z.boolean() });
export type TokenChoice = z.output<typeof TokenChoice>;

export const ChangeRoleInput = TokenChoice.extend({ role: RoleName });
export type ChangeRoleInput = z.output<typeof ChangeRoleInput>;
