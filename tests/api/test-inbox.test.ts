import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { revokeInvitation } from "#lib/domain/accounts/members/invite-member";
import { countHiddenEmails } from "#lib/domain/emails/captured-emails";
import { CapturedEmail, CapturedEmailItem } from "#lib/domain/emails/schema";
import { type CookieJar, callAccount, dataOf, pageOfAnswer } from "#tests/support/contract/api";
import { signedIn } from "#tests/support/factories/account-factories";
import { createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { addMember, invite } from "#tests/support/factories/member-factories";
import { createCapturedEmail } from "#tests/support/factories/message-factories";

const INBOX = "/api/account/test-inbox";

const capture = (workspace: Workspace, createdAt = new Date(), rest = {}) =>
  createCapturedEmail(workspace, { createdAt, ...rest });

async function setUp() {
  const workspace = await createWorkspace();
  const jar = await signedIn(workspace);
  const list = async (query: Record<string, string> = {}) =>
    pageOfAnswer(await callAccount("GET", INBOX, { jar, query }), CapturedEmailItem);
  return { workspace, jar, list };
}

test("lists a workspace's captured emails newest first, in pages", async () => {
  const { workspace, list } = await setUp();
  const start = Date.now() - 10_000;
  await capture(await createWorkspace(), new Date());
  const ids = [];
  for (const offset of [0, 1, 2])
    ids.unshift((await capture(workspace, new Date(start + offset))).id);
  const first = await list({ limit: "2" });
  expect(first.data).toMatchObject([
    {
      id: ids[0],
      to: "owner@example.com",
      subject: "A message",
      kind: "notification",
      createdAt: start + 2,
    },
    { id: ids[1] },
  ]);
  expect(await list({ limit: "2", cursor: first.nextCursor ?? "" })).toMatchObject({
    data: [{ id: ids[2] }],
    nextCursor: null,
  });
});

test("returns a captured email in full", async () => {
  const { workspace, jar } = await setUp();
  const {
    workspaceId: _w,
    seriesKey: _s,
    createdAt,
    ...shown
  } = await capture(workspace, new Date());
  const answer = await callAccount("GET", `${INBOX}/${shown.id}`, { jar });
  expect(dataOf(answer, 200, CapturedEmail)).toEqual({ ...shown, createdAt: createdAt.getTime() });
});

test("account emails are shown only to whom they're addressed, and open invitations also to owners", async () => {
  const { workspace, jar } = await setUp();
  const member = await addMember(workspace, "member");
  const account = (to: string, seriesKey = newId()) =>
    capture(workspace, new Date(), { kind: "account", to, seriesKey });
  const invited = await invite(workspace);
  const open = await db().invitation.findFirstOrThrow({ where: { workspaceId: workspace.id } });
  const change = { userId: member.user.id, email: "new@example.com", usedAt: null };
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
  const tokenHash = new TextEncoder().encode(newId());
  const changeId = newId();
  await db().emailChange.create({
    data: { ...change, id: changeId, tokenHash, createdAt, expiresAt },
  });
  const emails = {
    owners: await account(workspace.user.email),
    members: await account(member.user.email),
    changed: await account(change.email, changeId),
    // The address may be someone else's until the change is confirmed.
    others: await account(change.email),
    invitation: await account(invited.email, open.emailSeriesKey),
    // Once that address has an account, its reset links come here too.
    stranger: await account(invited.email),
    message: await capture(workspace, new Date()),
  };
  const seenBy = async (cookies: CookieJar) => {
    const answer = await callAccount("GET", INBOX, { jar: cookies });
    const listed = pageOfAnswer(answer, CapturedEmailItem).data.map(({ id }) => id);
    for (const { id } of Object.values(emails)) {
      const { status } = await callAccount("GET", `${INBOX}/${id}`, { jar: cookies });
      expect(status).toBe(listed.includes(id) ? 200 : 404);
    }
    return Object.entries(emails).flatMap(([name, { id }]) => (listed.includes(id) ? [name] : []));
  };
  expect(await seenBy(jar)).toEqual(["owners", "invitation", "message"]);
  const theirs = await signedIn(member);
  expect(await seenBy(theirs)).toEqual(["members", "changed", "message"]);
  // A member who takes the invited address must not become what the invitation makes of it.
  const taken = { email: invited.email, emailKey: invited.email };
  await db().user.update({ where: { id: member.user.id }, data: taken });
  expect(await seenBy(theirs)).toEqual(["changed", "stranger", "message"]);
  await revokeInvitation(workspace.ctx, open.id);
  expect(await seenBy(jar)).toEqual(["owners", "message"]);
});

const QUARTER_MS = 15 * 60_000;

/** The account emails to these addresses that a session opened some time ago sees. */
async function seenAfter(workspace: Workspace, ageMs: number, emailIds: readonly string[]) {
  const jar = await signedIn(workspace, new Date(Date.now() - ageMs));
  const query = { kind: "account" };
  const page = pageOfAnswer(await callAccount("GET", INBOX, { jar, query }), CapturedEmailItem);
  const details = await Promise.all(
    emailIds.map(async (id) => (await callAccount("GET", `${INBOX}/${id}`, { jar })).status),
  );
  const listed = emailIds.map((id) => page.data.some((email) => email.id === id));
  expect(details).toEqual(listed.map((isListed) => (isListed ? 200 : 404)));
  return listed;
}

test("a stolen session that is older than 15 minutes doesn't read the account emails of a verified user, only others", async () => {
  const workspace = await createWorkspace({ isConfirmed: false });
  const { id, email } = workspace.user;
  const account = { kind: "account" };
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 2 * QUARTER_MS);
  const captureLink = async (to: string) => {
    const link = { id: newId(), userId: id, email: to, tokenHash: sha256(newId()) };
    await db().emailChange.create({ data: { ...link, createdAt, expiresAt } });
    return capture(workspace, createdAt, { ...account, to, seriesKey: link.id });
  };
  const verification = await captureLink(email);
  const reset = await capture(workspace, createdAt, { ...account, to: email });
  const change = await captureLink(`new-${email}`);
  const ids = [verification.id, reset.id, change.id];
  expect(await seenAfter(workspace, QUARTER_MS, ids), "before it's verified").toEqual([
    true,
    false,
    false,
  ]);
  await db().user.update({ where: { id }, data: { verifiedAt: new Date() } });
  expect(await seenAfter(workspace, QUARTER_MS, ids)).toEqual([false, false, false]);
  const other = await capture(workspace, createdAt);
  const jar = await signedIn(workspace, new Date(Date.now() - QUARTER_MS));
  expect((await callAccount("GET", `${INBOX}/${other.id}`, { jar })).status).toBe(200);
  expect(await seenAfter(workspace, QUARTER_MS - 60_000, ids)).toEqual([true, true, true]);
});

test("the emails that a proof would show are counted for their receiver alone", async () => {
  const workspace = await createWorkspace();
  const { ctx, user } = workspace;
  const now = new Date();
  await db().user.update({ where: { id: user.id }, data: { verifiedAt: now } });
  for (const to of [user.email, user.email, "someone-else@example.com"])
    await capture(workspace, now, { kind: "account", to });
  await capture(workspace, now, { kind: "notification", to: user.email });
  const later = { ...ctx, now: new Date(now.getTime() + QUARTER_MS) };
  const provenAt = (at: Date) => ({
    ...later,
    actor: { kind: "user", userId: user.id, role: "owner", provenAt: at, sessionId: null } as const,
  });
  expect(await countHiddenEmails(provenAt(now))).toBe(2);
  expect(await countHiddenEmails(provenAt(later.now))).toBe(0);
});

test("no member reads the account emails of another, however recent the proof", async () => {
  const workspace = await createWorkspace();
  const member = await addMember(workspace, "member");
  const account = { kind: "account", to: workspace.user.email };
  const own = await capture(workspace, new Date(), account);
  const theirs = await capture(workspace, new Date(), { ...account, to: member.user.email });
  const ids = [own.id, theirs.id];
  expect(await seenAfter(workspace, 0, ids)).toEqual([true, false]);
  expect(await seenAfter(member, 0, ids)).toEqual([false, true]);
});
