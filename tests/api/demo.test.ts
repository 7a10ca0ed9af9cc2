import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { mintContext } from "#lib/core/context";
import { DEMO_EMAIL } from "#lib/domain/accounts/demo-account";
import { signIn } from "#lib/domain/accounts/sign-in";
import { getUsage } from "#lib/domain/usage/get-usage";
import { openDemo, seedDemo } from "#lib/entry/operations/demo/seed-demo";
import { callerAt } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

test("DEMO=1 seeds the demo once, with a random password that is printed once", async () => {
  const lines: string[] = [];
  const now = new Date();
  const seed = async () => {
    const before = lines.length;
    await openDemo((line) => lines.push(line), now);
    return /password (\S{20})$/.exec(lines[before] ?? "")?.[1];
  };
  const password = (await seed()) ?? "";
  const { account } = await signIn({ email: "demo@example.com", password }, callerAt(now));
  expect(await seed(), "the password is shown once").toBeUndefined();
  expect(lines.filter((line) => line.includes(password))).toHaveLength(1);
  const ctx = mintContext(account.workspace.id, { kind: "system" }, now);
  expect(await getUsage(ctx)).toMatchObject({
    folders: { inbox: 7, archive: 2, spam: 2 },
    accepted: 9,
  });
  const { workspaceId } = ctx;
  const spam = await db().submission.findMany({ where: { workspaceId, folder: "spam" } });
  const reasons = spam.map(({ spamReason }) => spamReason).toSorted();
  expect(reasons).toEqual(["blocked_word", "honeypot"]);
  expect(await db().routing.count({ where: { workspaceId } })).toBeGreaterThan(0);
  expect(await db().storedObject.count({ where: { workspaceId, status: "stored" } })).toBe(1);
  const fields = await db().formFieldList.findFirstOrThrow({ where: { workspaceId } });
  expect(fields.fields).toHaveLength(5);
  expect(await db().usageSlot.count({ where: { workspaceId, accepted: { gt: 20 } } })).toBe(5);
  expect(await db().formPage.count({ where: { workspaceId } })).toBe(1);
  const off = { workspaceId, enabled: false };
  expect(await db().autoresponder.count({ where: off })).toBe(1);
  expect(await db().webhook.count({ where: { ...off, kind: "slack" } })).toBe(1);
});

test("DEMO_PASSWORD is the demo's password, and the log says that it's public", async () => {
  await db().user.deleteMany({ where: { email: DEMO_EMAIL } });
  const password = "look around here";
  changeSettings({ demoPassword: password });
  const lines: string[] = [];
  const now = new Date();
  await openDemo((line) => lines.push(line), now);
  await signIn({ email: DEMO_EMAIL, password }, callerAt(now));
  expect(lines.join("\n")).toContain("The sign-in page tells everyone the password");
});

test("several processes that start at once create one demo", async () => {
  await db().user.deleteMany({ where: { email: DEMO_EMAIL } });
  const seed = () => seedDemo("look around here", new Date());
  const created = await Promise.all([seed(), seed(), seed()]);
  expect(created.filter(Boolean)).toHaveLength(1);
});
