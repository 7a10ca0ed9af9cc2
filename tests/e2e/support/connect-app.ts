import { z } from "zod";
import { runSql } from "#tests/e2e/support/past";
import type { Owner } from "#tests/support/factories/owner";

/** Registers an app, as it does itself. @returns the page on which a person connects it */
export async function connectPath(
  { baseUrl }: Pick<Owner, "baseUrl">,
  given: { name?: string; redirectUri?: string; scope?: string } = {},
): Promise<string> {
  const { name = "Desk assistant", redirectUri = "https://assistant.example/callback" } = given;
  const response = await fetch(`${baseUrl}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id } = z.object({ client_id: z.string() }).parse(await response.json());
  const parameters = {
    client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    state: "a state",
    ...(given.scope ? { scope: given.scope } : {}),
  };
  return `/connect?${new URLSearchParams(parameters)}`;
}

const APP = `
  WITH app AS (
    INSERT INTO tokens (id, workspace_id, name, scopes, hash, prefix, created_at, expires_at, last_used_at, created_by)
    SELECT gen_random_uuid(), m.workspace_id, $2, ARRAY['forms:read', 'submissions:read', 'usage:read'],
      sha256(gen_random_uuid()::text::bytea), '', now() - interval '20 days', now() + interval '345 days',
      now() - interval '2 hours', m.user_id
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.email = $1 LIMIT 1
    RETURNING workspace_id, id)
  INSERT INTO grants (workspace_id, token_id, client_id, redirect_uri, challenge, ends_at, started_at)
  SELECT workspace_id, id, 'client', 'https://assistant.example/callback', '', now() + interval '59 days',
    now() - interval '20 days' FROM app`;

/** An app that the owner connected three weeks ago, without its tokens. */
export async function giveApp(dataDir: string, { email }: Owner, name: string): Promise<void> {
  await runSql(dataDir, APP, [email, name]);
}
