import { createHash, randomUUID } from "node:crypto";
import type { BrowserContext } from "playwright/test";
import { Owner } from "#tests/support/factories/owner";
import { withEmbeddedDatabase } from "#tests/support/setup/embedded-client";
import { OPERATOR_EMAIL } from "#tests/support/setup/test-settings";

/** People around a workspace, besides its owner. */
export type Team = {
  /** In the workspace with the role member, and in one of their own. */
  member: Owner;
  /** Has a session in the workspace, but no longer belongs to it. */
  removed: Owner;
  /** Sees the operator page. */
  operator: Owner;
  /** An invitation of an address without an account. */
  invitationLink: string;
  /** An invitation of the removed member. */
  accountInvitationLink: string;
};

const JOIN = `
  INSERT INTO memberships (workspace_id, user_id, role, created_at)
  SELECT $1, id, 'member', now() FROM users WHERE email = $2`;
const MOVE_SESSIONS = `
  UPDATE sessions SET workspace_id = $1 WHERE user_id = (SELECT id FROM users WHERE email = $2)`;
const INVITE = `
  INSERT INTO invitations (id, workspace_id, email, email_key, role, token_hash, email_series_key,
    invited_by, created_at, sent_at, expires_at)
  SELECT gen_random_uuid(), $1, $2, $2, $3, $4, gen_random_uuid(), id, now(), now() - interval '1 hour',
    now() + $5::interval
  FROM users WHERE email = $6`;

/** Fills a workspace with members and invitations, without waiting for emails. */
export async function giveTeam(dataDir: string, owner: Owner): Promise<Team> {
  const { baseUrl } = owner;
  const { workspaceId } = (await (await owner.api("GET", "/token", 200)).json()).data;
  const [member, removed] = [await Owner.signUp(baseUrl), await Owner.signUp(baseUrl)];
  const operator = await Owner.signInOrUp(baseUrl, OPERATOR_EMAIL);
  const secrets = [randomUUID(), randomUUID()];
  const links = secrets.map((secret) => `${baseUrl}/invitation?token=${secret}`);
  await withEmbeddedDatabase(dataDir, async (client) => {
    await client.query(JOIN, [workspaceId, member.email]);
    await client.query("UPDATE users SET verified_at = now() WHERE email = $1", [OPERATOR_EMAIL]);
    for (const { email } of [member, removed])
      await client.query(MOVE_SESSIONS, [workspaceId, email]);
    const invitations = [
      [`invited-${randomUUID()}@example.com`, "member", secrets[0], "6 days"],
      [removed.email, "owner", secrets[1], "6 days"],
      [`late-${randomUUID()}@example.com`, "member", randomUUID(), "-1 day"],
    ];
    for (const [email, role, secret = "", validFor] of invitations) {
      const hash = createHash("sha256").update(secret).digest();
      await client.query(INVITE, [workspaceId, email, role, hash, validFor, owner.email]);
    }
  });
  const [invitationLink = "", accountInvitationLink = ""] = links;
  return { member, removed, operator, invitationLink, accountInvitationLink };
}

/** Signs someone in in place of the current user. */
export async function becomeOther(context: BrowserContext, who: Owner): Promise<void> {
  await context.clearCookies();
  await context.addCookies([{ ...who.cookie, url: who.baseUrl }]);
}
