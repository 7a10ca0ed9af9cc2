import { globSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { accountEndpoints } from "#lib/entry/account/contract";
import { ROOT } from "#server/start/checkout";
import type { AccessRow } from "#tests/support/contract/access";
import { ACCOUNT_ENDPOINTS } from "#tests/support/contract/account-endpoints";
import { type CookieJar, callAccount, errorOf } from "#tests/support/contract/api";
import { pathOf } from "#tests/support/contract/contract-samples";
import { ACTION_ROWS } from "#tests/support/contract/role-actions";
import { PAGE_READS } from "#tests/support/contract/role-reads";
import { requestOf } from "#tests/support/contract/role-requests";
import {
  type ActionRow,
  type CallerRole,
  createRoleWorld,
  expectedEnd,
  ROLES,
  type RoleWorld,
} from "#tests/support/contract/role-world";
import { createAccount, sessionOf, signedIn } from "#tests/support/factories/account-factories";

process.env.DEFAULT_PLAN = "starter";

/** The names of all server actions in the source. */
const ACTIONS = globSync("app/**/*.ts", { cwd: ROOT })
  .map((file) => readFileSync(`${ROOT}/${file}`, "utf8"))
  .filter((text) => text.startsWith('"use server"'))
  .flatMap((text) => [...text.matchAll(/^export async function (\w+)/gm)])
  .map(([, name = ""]) => name);

const ENDPOINTS = accountEndpoints.map(({ method, path }) => `${method} ${path}`);

const VERBS = { ...ACTION_ROWS, ...PAGE_READS };
/** What members may do is tried as a member: the tests of each verb do it as an owner. */
const rolesOf = ({ access }: Pick<AccessRow, "access">) =>
  ROLES.filter((role) => access !== "members" || role !== "owner");
const inEveryRole = <Row extends Pick<AccessRow, "access">>(rows: Readonly<Record<string, Row>>) =>
  Object.entries(rows).flatMap(([name, row]) => rolesOf(row).map((role) => ({ name, role, row })));

test("every session endpoint and every server action declares who may call it", () => {
  expect(Object.keys(ACCOUNT_ENDPOINTS).sort()).toEqual(ENDPOINTS.sort());
  expect(Object.keys(ACTION_ROWS).sort()).toEqual(ACTIONS.sort());
  expect(ACTIONS.length).toBeGreaterThan(50);
});

async function callEndpoint(name: string, world: RoleWorld, jar = world.jar) {
  const { params, query = {}, body } = await requestOf(name, world);
  const [method = "", path = ""] = name.split(" ");
  return callAccount(method, pathOf({ path }, params), { jar, query, body });
}

/** What an action or a read ends with: its result, or the code of its error. */
async function endOf(row: ActionRow, world: RoleWorld) {
  try {
    return { result: await row.run(world), code: null };
  } catch (failure) {
    if (failure instanceof AppError) return { result: null, code: failure.code };
    throw failure;
  }
}

let outsiders: Promise<RoleWorld> | undefined;

/** The world of one call. Outsiders, who change nothing, share one where they're to be rejected. */
function worldOf(role: CallerRole, row: Parameters<typeof expectedEnd>[1]): Promise<RoleWorld> {
  if (expectedEnd(role, row) !== "session_required") return createRoleWorld(role);
  outsiders ??= createRoleWorld("outsider");
  return outsiders;
}

test.each(inEveryRole(ACCOUNT_ENDPOINTS))("$name as $role", async ({ name, role, row }) => {
  const code = expectedEnd(role, row);
  const answer = await callEndpoint(name, await worldOf(role, row));
  if (code) errorOf(answer, code);
  else expect(answer.status, answer.bytes.toString("utf8")).toBeLessThan(300);
});

test.each(inEveryRole(VERBS))("$name as $role", async ({ role, row }) => {
  const { code } = await endOf(row, await worldOf(role, row));
  expect(code).toBe(expectedEnd(role, row));
});

/** Calls something about a workspace as the owner of another one, who must neither learn nor change anything. */
async function callAsStranger(call: (world: RoleWorld, jar: CookieJar) => Promise<string>) {
  const world = await createRoleWorld("member");
  const { form, submissionId, workspace } = world;
  const own = await createAccount();
  const stranger = await sessionOf(own);
  const message = () =>
    db().submission.findMany({
      where: { id: submissionId },
      include: { deliveries: true },
      // Some calls are prepared with a file.
      omit: { attachmentCount: true },
    });
  const before = await message();
  const session = () => stranger;
  const shown = await call(
    { ...world, session, ctx: () => session().ctx, caller: stranger.ctx.caller ?? world.caller },
    await signedIn(own),
  );
  for (const secret of [form.id, form.publicKey, submissionId, workspace.user.email])
    expect(shown).not.toContain(secret);
  expect(await message()).toEqual(before);
}

test.each(Object.keys(ACCOUNT_ENDPOINTS))("%s by the owner of another workspace", (name) =>
  callAsStranger(async (world, jar) => {
    const answer = await callEndpoint(name, world, jar);
    if (name.includes("{")) errorOf(answer, "not_found");
    return answer.bytes.toString("utf8");
  }),
);

test.each(Object.entries(VERBS))("%s by the owner of another workspace", (name, row) =>
  callAsStranger(async (world) => {
    const end = await endOf(row, world);
    if (row.isById) expect(end.code).toBe("not_found");
    const unknown = { ...world, form: { ...world.form, id: newId() } };
    if (name in PAGE_READS) expect(end, "as of an unknown form").toEqual(await endOf(row, unknown));
    return inspect(end.result, { depth: null });
  }),
);
