import { expect, test } from "vitest";
import { createWorkspace } from "#lib/accounts/switch-workspace";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { createAccount, sessionOf } from "#tests/support/factories/account-factories";
import { callerAt } from "#tests/support/factories/factories";
import { verifyUsers } from "#tests/support/factories/member-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const NOW = new Date();
const newKey = () => IdempotencyKey.parse(newId());

async function setUp() {
  const account = await createAccount();
  const session = await sessionOf(account);
  const create = (key = newKey(), now = NOW) =>
    createWorkspace(session, { name: "Second" }, key, callerAt(now));
  const owned = () =>
    db().membership.findMany({
      where: { userId: account.user.id, workspaceId: { not: account.id } },
      include: { workspace: true },
    });
  const current = async () =>
    (await db().session.findUniqueOrThrow({ where: { id: session.sessionId } })).workspaceId;
  return { account, create, owned, current };
}

test("a new workspace belongs to its creator alone, the session is in it, and its log says so", async () => {
  // Even where no one else can create an account.
  changeSettings({ signUp: "closed" });
  const { account, create, owned, current } = await setUp();
  await verifyUsers(account);
  await create();
  const [membership, ...others] = await owned();
  expect(others).toEqual([]);
  const workspaceId = membership?.workspaceId ?? "";
  expect(membership).toMatchObject({ role: "owner", workspace: { name: "Second" } });
  expect(await db().membership.count({ where: { workspaceId } })).toBe(1);
  expect(await current()).toBe(workspaceId);
  expect(
    await db().auditEntry.findMany({ where: { workspaceId }, orderBy: { id: "asc" } }),
  ).toMatchObject([
    { action: "workspace.created", actorId: account.user.id },
    { action: "recipient.verified" },
  ]);
  expect(await db().recipient.findMany({ where: { workspaceId } })).toMatchObject([
    { email: account.user.email, verifiedAt: expect.any(Date) },
  ]);
});

test("an address that isn't verified is no recipient", async () => {
  const { create, current } = await setUp();
  await create();
  expect(await db().recipient.count({ where: { workspaceId: await current() } })).toBe(0);
});

test("submitted twice, at once or after a lost response, it's created once", async () => {
  const { create, owned, current } = await setUp();
  const key = newKey();
  await Promise.all([create(key), create(key)]);
  await create(key);
  const memberships = await owned();
  expect(memberships).toHaveLength(1);
  expect(await current()).toBe(memberships[0]?.workspaceId);
});

test("a user creates at most 10 workspaces a day, and belongs to at most 50", async () => {
  const { account, create, owned } = await setUp();
  const results = await Promise.allSettled(Array.from({ length: 11 }, () => create()));
  const failures = results.filter(({ status }) => status === "rejected");
  expect(failures).toMatchObject([{ reason: { code: "rate_limited" } }]);
  expect(await owned()).toHaveLength(10);
  const later = new Date(NOW.getTime() + 2 * 86_400_000);
  for (let count = 11; count < 50; count += 1) {
    const data = { id: newId(), name: "Other", plan: "starter", createdAt: NOW };
    const { id: workspaceId } = await db().workspace.create({ data });
    await db().membership.create({
      data: { userId: account.user.id, workspaceId, role: "owner", createdAt: NOW },
    });
  }
  await expect(create(newKey(), later)).rejects.toMatchObject({ code: "member_limit_reached" });
});
