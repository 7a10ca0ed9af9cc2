import { globSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import { accountEndpoints } from "#lib/http/contracts/account";
import { ROOT } from "#selfhost/checkout";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { ACTION_ROWS, OWNER_READS } from "#tests/support/contract/role-actions";
import { ENDPOINT_ROWS } from "#tests/support/contract/role-endpoints";
import { createRoleWorld, expectedEnd, ROLES } from "#tests/support/contract/role-world";

/** The names of all server actions in the source. */
const ACTIONS = globSync("app/**/*.ts", { cwd: ROOT })
  .map((file) => readFileSync(`${ROOT}/${file}`, "utf8"))
  .filter((text) => text.startsWith('"use server"'))
  .flatMap((text) => [...text.matchAll(/^export async function (\w+)/gm)])
  .map(([, name = ""]) => name);

const ENDPOINTS = accountEndpoints.map(({ method, path }) => `${method} ${path}`);

const VERBS = { ...ACTION_ROWS, ...OWNER_READS };
const inEveryRole = <Row>(rows: Readonly<Record<string, Row>>) =>
  Object.entries(rows).flatMap(([name, row]) => ROLES.map((role) => ({ name, role, row })));

let calls = 0;
afterAll(() => {
  const count = ENDPOINTS.length + Object.keys(VERBS).length;
  console.log(`role matrix: ${count} verbs × ${ROLES.length} roles, ${calls} calls`);
});

test("every session endpoint and every server action declares who may call it", () => {
  expect(Object.keys(ENDPOINT_ROWS).sort()).toEqual(ENDPOINTS.sort());
  expect(Object.keys(ACTION_ROWS).sort()).toEqual(ACTIONS.sort());
  expect(ACTIONS.length).toBeGreaterThan(50);
});

test.each(inEveryRole(ENDPOINT_ROWS))("$name as $role", async ({ name, role, row }) => {
  const world = await createRoleWorld(role);
  const { ids = {}, ...call } = await row.run(world);
  const [method = "", path = ""] = name.split(" ");
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, id) => ids[id] ?? "");
  const answer = await callAccount(method, filled, { jar: world.jar, ...call });
  calls += 1;
  const code = expectedEnd(role, row);
  if (code) errorOf(answer, code);
  else expect(answer.status, answer.bytes.toString("utf8")).toBeLessThan(300);
});

test.each(inEveryRole(VERBS))("$name as $role", async ({ role, row }) => {
  const world = await createRoleWorld(role);
  const end = await Promise.resolve()
    .then(() => row.run(world))
    .then(() => null)
    .catch((failure: unknown) => {
      if (failure instanceof AppError) return failure.code;
      throw failure;
    });
  calls += 1;
  expect(end).toBe(expectedEnd(role, row));
});
