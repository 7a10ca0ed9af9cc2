import { expect, test } from "vitest";
import { signIn } from "#lib/accounts/sign-in";
import { mintContext } from "#lib/core/context";
import { getUsage } from "#lib/usage/get-usage";
import { callerAt } from "#tests/support/factories/factories";
import { seedDemo } from "../../prisma/seed.ts";

test("seeds the demo once with an account that can sign in", async () => {
  const lines: string[] = [];
  const now = new Date("2026-11-21T12:00:00Z");
  await seedDemo((line) => lines.push(line), now);
  await seedDemo((line) => lines.push(line), now);
  const password = /password (\S+)$/.exec(lines[0] ?? "")?.[1] ?? "";
  const { account } = await signIn({ email: "demo@example.com", password }, callerAt(now));
  const ctx = mintContext(account.workspace.id, { kind: "system" }, now);
  expect(await getUsage(ctx)).toMatchObject({ folders: { inbox: 4, spam: 1 }, accepted: 4 });
});
