import { expect, test } from "vitest";
import { signIn } from "#lib/accounts/sign-in";
import { mintContext } from "#lib/core/context";
import { getUsage } from "#lib/usage/get-usage";
import { callerAt } from "#tests/support/factories/factories";
import { seedDemo } from "../../prisma/seed.ts";

test("seeds the demo once, with a random password that is printed once and can be reset", async () => {
  const lines: string[] = [];
  const now = new Date();
  const seed = async (resetsPassword = false) => {
    const before = lines.length;
    await seedDemo((line) => lines.push(line), { now, resetsPassword });
    return /password (\S{20})$/.exec(lines[before] ?? "")?.[1];
  };
  const enter = (password: string) =>
    signIn({ email: "demo@example.com", password }, callerAt(now));
  const password = (await seed()) ?? "";
  const { account } = await enter(password);
  expect(await seed(), "the password is shown once").toBeUndefined();
  expect(lines.at(-1)).toContain("DEMO=reset");
  expect(lines.filter((line) => line.includes(password))).toHaveLength(1);
  const next = (await seed(true)) ?? "";
  await expect(enter(password)).rejects.toMatchObject({ code: "credentials_invalid" });
  await enter(next);
  const ctx = mintContext(account.workspace.id, { kind: "system" }, now);
  expect(await getUsage(ctx)).toMatchObject({ folders: { inbox: 4, spam: 1 }, accepted: 4 });
});
