import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { hashPassword } from "#lib/domain/accounts/password";
import { Account } from "#lib/domain/accounts/schema";
import { authenticateSession, createSession } from "#lib/domain/accounts/sessions";
import { cookieName, sealSession } from "#lib/entry/account/cookie";
import { type CookieJar, callAccount, dataOf } from "#tests/support/contract/api";
import { callerAt, createWorkspace, type Workspace } from "#tests/support/factories/factories";

export const PASSWORD = "correct horse battery staple";

/** Starts a session of the workspace's user; returns its ID. */
export const startSession = (
  { id, user }: Pick<Workspace, "id" | "user">,
  now = new Date(),
  userAgent: string | null = null,
) =>
  createSession(db(), { userId: user.id, workspaceId: id }, userAgent, now, { method: "password" });

/** Browser cookies with a session. */
export async function jarOf(sessionId: string): Promise<CookieJar> {
  return { cookie: `${cookieName()}=${await sealSession(sessionId)}` };
}

/** Browser cookies with a session of the workspace's user, created at `now`. */
export async function signedIn(workspace: Workspace, now?: Date): Promise<CookieJar> {
  return jarOf(await startSession(workspace, now));
}

/** An open session of the workspace's user, as verbs take it. */
export async function sessionOf(workspace: Workspace, now = new Date()) {
  const session = await authenticateSession(await startSession(workspace, now), callerAt(now));
  if (!session) throw new Error("the session is active");
  return session;
}

let hashed: Promise<string> | undefined;

/** The hash of {@link PASSWORD}. Hashing is slow on purpose, so all accounts of a test file share one. */
export function passwordHash(): Promise<string> {
  hashed ??= hashPassword(PASSWORD);
  return hashed;
}

/** A workspace whose user can sign in with {@link PASSWORD}. */
export async function createAccount(options: { isConfirmed?: boolean } = {}): Promise<Workspace> {
  const workspace = await createWorkspace(options);
  const data = { passwordHash: await passwordHash() };
  await db().user.update({ where: { id: workspace.user.id }, data });
  return workspace;
}

/** Signs up through the API, like the sign-up page. */
export async function signUp(email = `owner-${newId()}@example.com`) {
  const jar: CookieJar = {};
  const body = { email, password: PASSWORD, workspaceName: "Example workspace" };
  const answer = await callAccount("POST", "/api/account/sign-up", { jar, body });
  return { jar, email, answer, account: dataOf(answer, 201, Account) };
}

/** Attempts to sign in, in a new browser unless one is given. */
export function signIn(email: string, password = PASSWORD, jar: CookieJar = {}) {
  return callAccount("POST", "/api/account/sign-in", { jar, body: { email, password } });
}
