import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { endpoints } from "#lib/entry/management/contracts/index";
import { ACCOUNT_CASES, MEMBER_CASES } from "#tests/support/audit/account-cases";
import { setUpCase } from "#tests/support/audit/audit-case";
import { guarded, installAuditGuard, ownedTables } from "#tests/support/audit/audit-guard";
import { AUDITED_TABLES, UNAUDITED_TABLES } from "#tests/support/audit/audited-tables";
import { UNRECORDED_VERBS } from "#tests/support/audit/unrecorded-verbs";
import { FACTOR_CASES, VERB_CASES } from "#tests/support/audit/verb-cases";
import { calledVerbs } from "#tests/support/audit/verbs";
import { callApi } from "#tests/support/contract/api";
import { pathOf, sampleOf } from "#tests/support/contract/contract-samples";
import { ENDPOINT_ROWS } from "#tests/support/contract/endpoint-table";
import { MARKER } from "#tests/support/contract/sample";
import { createAccount, PASSWORD } from "#tests/support/factories/account-factories";
import {
  createForm,
  createOwnForm,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";

const CASES = { ...VERB_CASES, ...FACTOR_CASES };
const PEOPLE_CASES = { ...ACCOUNT_CASES, ...MEMBER_CASES };
const UNRECORDED = /without an audit entry/;
/** Secrets and content of the cases: markers, tokens, signing secrets, what samples contain. */
const NEVER_LOGGED = new RegExp(
  `${MARKER}|${PASSWORD}|fis_stg_|whsec_|example\\.com/|Hello there|ada lovelace`,
  "i",
);

beforeAll(installAuditGuard);

/** The entries since the case began; none may contain a secret or what someone wrote. */
async function entries() {
  const rows = await db().auditEntry.findMany();
  for (const row of rows) expect(JSON.stringify(row)).not.toMatch(NEVER_LOGGED);
  return rows;
}

/** Leaves only the entries of the case itself. */
async function forgetPreparation(): Promise<void> {
  await db().auditEntry.deleteMany();
}

describe("the guard itself", () => {
  const changes: readonly [string, (workspace: Workspace) => Promise<unknown>][] = [
    ["a form's settings", () => db().form.updateMany({ data: { status: "paused" } })],
    ["a new token", createToken],
    ["a role", () => db().membership.updateMany({ data: { role: "member" } })],
    ["removed recipients", () => db().formRecipient.deleteMany()],
  ];

  test.each(changes)("catches a change without an entry: %s", async (_, change) => {
    const workspace = await createWorkspace();
    await createForm(workspace);
    await expect(guarded(() => change(workspace))).rejects.toThrow(UNRECORDED);
    await change(workspace);
  });

  test("catches an entry of another workspace, and one of another transaction", async () => {
    const [workspace, other] = [await createWorkspace(), await createWorkspace()];
    const { id } = await createForm(workspace);
    const where = { workspaceId_id: { workspaceId: workspace.id, id } };
    const rename = (ctx: typeof other.ctx) =>
      transaction(async (tx) => {
        await recordAudit(tx, ctx, { action: "form.updated" });
        await tx.form.update({ where, data: { name: newId() } });
      });
    await expect(guarded(() => rename(other.ctx))).rejects.toThrow(UNRECORDED);
    await guarded(() => rename(workspace.ctx));
    const data = { name: "Alone" };
    await expect(guarded(() => db().form.update({ where, data }))).rejects.toThrow(UNRECORDED);
  });

  test("ignores bookkeeping", async () => {
    const { workspace, form } = await createOwnForm();
    await createToken(workspace);
    await createWebhook(workspace, form);
    await createVerifiedWidget(form.id, { verifiedAt: null });
    const now = new Date();
    await guarded(async () => {
      await db().form.updateMany({ data: { updatedAt: now } });
      await db().token.updateMany({ data: { lastUsedAt: now } });
      await db().webhook.updateMany({ data: { health: "failing", failuresInRow: 3 } });
      await db().turnstileWidget.updateMany({ data: { verifiedAt: now } });
      await db().session.updateMany({ data: { lastSeenAt: now } });
    });
  });

  test("knows every table of a workspace or a user, and every column of the audited ones", async () => {
    const tables = await ownedTables();
    const known = [...Object.keys(AUDITED_TABLES), ...Object.keys(UNAUDITED_TABLES)];
    expect([...tables.keys()].sort()).toEqual(known.sort());
    for (const [name, { audited, bookkeeping }] of Object.entries(AUDITED_TABLES))
      expect([...audited.split(" "), ...bookkeeping.split(" ")].sort(), name).toEqual(
        tables.get(name)?.sort(),
      );
  });
});

const NOT_RECORDED = Object.values(UNRECORDED_VERBS).flatMap((names) => names.trim().split(/\s+/));

/** The verbs of endpoints that aren't named like them. */
const VERBS: Readonly<Record<string, string>> = {
  forgetSpamWords: "forgetWords",
  retryEmailDelivery: "retryEmail",
  previewRouting: "previewNotification",
  testDestination: "testWebhook",
  retryDestinationDelivery: "retryWebhookDelivery",
  replayDestination: "replayWebhook",
};
const verbOf = ({ operationId }: { operationId: string }) => VERBS[operationId] ?? operationId;
const RECORDED = ENDPOINT_ROWS.filter(({ action }) => action !== null).map(verbOf);

describe("management endpoints", () => {
  test("each one that can change something is recorded, or needs no entry for a stated reason", () => {
    const mutations = endpoints.filter(({ method }) => method !== "GET");
    const unknown = mutations
      .map(verbOf)
      .filter((verb) => !RECORDED.includes(verb) && !NOT_RECORDED.includes(verb));
    expect(unknown).toEqual([]);
  });

  test.each(endpoints)("$method $path", async (endpoint) => {
    const workspace = await createWorkspace();
    const token = await createToken(workspace, { name: "CI" });
    const { params, query = {}, body, status } = await sampleOf(endpoint, workspace);
    await forgetPreparation();
    const path = pathOf(endpoint, params);
    const headers = { "user-agent": "curl/8.5.0" };
    const answer = await guarded(() =>
      callApi(endpoint.method, path, { token, query, body, headers }),
    );
    expect(answer.status).toBe(status);
    const recorded = await entries();
    const action = ENDPOINT_ROWS.find((row) => row.operationId === endpoint.operationId)?.action;
    expect(recorded.map((entry) => entry.action)).toEqual(action ? [action] : []);
    for (const entry of recorded)
      expect(entry).toMatchObject({
        workspaceId: workspace.id,
        actorKind: "token",
        actorId: token.id,
        actorName: "CI",
        address: expect.any(String),
        userAgent: "curl/8.5.0",
      });
    const [subject] = Object.values(params ?? {});
    if (action && subject) expect(recorded[0]?.subjectId).toBe(subject);
  });
});

describe("verbs", () => {
  test("each one that an endpoint, action, or page calls has a case or a row of its endpoint, or needs no entry for a stated reason", () => {
    const cases = Object.keys({ ...CASES, ...PEOPLE_CASES });
    const known = [...RECORDED, ...cases.filter((name) => !name.includes(",")), ...NOT_RECORDED];
    expect(known.sort()).toEqual([...new Set(known)]);
    expect(calledVerbs()).toEqual(known);
  });

  test.each(Object.entries(CASES))("%s", async (_, one) => {
    const setup = await setUpCase();
    const run = await one.prepare(setup);
    await forgetPreparation();
    await guarded(run);
    const { id: workspaceId, user } = setup.workspace;
    const visitor = { actorKind: "visitor", actorId: null, actorName: null };
    const actor = { actorKind: "user", actorId: user.id, actorName: user.email };
    expect(await entries()).toMatchObject([
      {
        workspaceId,
        action: one.action,
        ...(one.actor === "visitor" ? visitor : actor),
        address: "192.0.2.1",
        userAgent: "Test browser",
      },
    ]);
  });

  test.each(Object.entries(PEOPLE_CASES))("%s", async (_, one) => {
    const run = await one.prepare(await createAccount());
    await forgetPreparation();
    await guarded(run);
    expect((await entries()).map((entry) => entry.action)).toContain(one.action);
  });
});
