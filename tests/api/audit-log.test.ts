import { expect, test } from "vitest";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail } from "#lib/domain/accounts/confirm-email";
import { changePassword } from "#lib/domain/accounts/password";
import { signIn } from "#lib/domain/accounts/sign-in";
import { deleteWorkspace, updateWorkspace } from "#lib/domain/accounts/workspace";
import { AuditFilter, ListAuditQuery } from "#lib/domain/audit/entry";
import { exportAudit, listAudit, listAuditActors } from "#lib/domain/audit/list-audit";
import { deleteForm } from "#lib/domain/forms/forms";
import { updateForm } from "#lib/domain/forms/update-form";
import { callAccount, errorOf, readPages } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createAccount,
  PASSWORD,
  signedIn,
  signUp,
} from "#tests/support/factories/account-factories";
import {
  auditEntriesOf,
  createAuditEntry,
  createManyAuditEntries,
} from "#tests/support/factories/audit-entries";
import { callerAt, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";

const EXPORT = "/api/account/audit-log/export";

const list = async (ctx: Context, query: Record<string, string> = {}) =>
  (await listAudit(ctx, ListAuditQuery.parse(query))).data;

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

async function csvOf(ctx: Context, filter: AuditFilter = {}): Promise<string> {
  return new Response(await exportAudit(ctx, filter)).text();
}

test.each([
  ["actor", "x"],
  ["group", "forms"],
  ["group", "form.created"],
  ["from", "2026-02-30"],
  ["to", "21.11.2026"],
  ["from", "9999-12-31"],
  ["to", "0001-01-01"],
  ["timeZone", "Mars/Olympus"],
])("%s=%s returns 422 and names the filter", async (path, value) => {
  const jar = await signedIn(await createWorkspace());
  const answer = await callAccount("GET", EXPORT, { jar, query: { [path]: value } });
  expect(errorOf(answer, "validation_failed").details).toMatchObject([{ path }]);
});

test("an entry shows who changed what, when, from where, and how", async () => {
  const { workspace, form } = await createOwnForm();
  const now = new Date(Date.now() + 1000);
  const ctx = { ...workspace.ctx, now, caller: callerAt(now, "203.0.113.9") };
  await updateForm(ctx, form.id, {
    status: "paused",
    settings: { subject: "New", uploads: { enabled: true } },
  });
  const [entry] = await list(ctx);
  expect(entry).toMatchObject({
    at: now.getTime(),
    action: "form.updated",
    actor: { kind: "user", id: workspace.user.id, name: workspace.user.email },
    subject: { id: form.id, name: "Contact" },
    details: {
      changed: ["status", "subject", "uploads.enabled"],
      from: { status: "active", "uploads.enabled": false },
      to: { status: "paused", "uploads.enabled": true },
    },
    address: "203.0.113.9",
    userAgent: "Test browser",
  });
});

test("an IPv4 address is recorded as such, and a browser's name up to 300 characters", async () => {
  const { workspace, form } = await createOwnForm();
  const caller = { ...callerAt(new Date(), "::ffff:203.0.113.9"), userAgent: "😀".repeat(10_000) };
  await updateForm({ ...workspace.ctx, caller }, form.id, { name: "New" });
  const entry = (await list(workspace.ctx)).find(({ action }) => action === "form.updated");
  expect(entry?.address).toBe("203.0.113.9");
  expect([...(entry?.userAgent ?? "")]).toHaveLength(300);
});

test("names stay as they were when it happened, and a save that changes nothing isn't recorded", async () => {
  const { ctx, form } = await createOwnForm({ name: "Old name" });
  await updateForm(ctx, form.id, { name: form.name });
  await updateForm(ctx, form.id, { name: "New name" });
  await deleteForm(ctx, form.id);
  const names = (await list(ctx)).map(({ action, subject }) => `${action} ${subject.name}`);
  expect(names.toSorted()).toEqual([
    "form.created Old name",
    "form.deleted New name",
    "form.updated New name",
  ]);
});

test("pages follow each other without gaps or repeats, even within one moment", async () => {
  const workspace = await createWorkspace();
  const at = new Date();
  const written = [];
  for (let n = 0; n < 5; n += 1) written.push(await createAuditEntry(workspace, { at }));
  const pages = await readPages((page) => listAudit(workspace.ctx, { limit: 2, ...page }));
  const read = pages.flatMap(({ data }) => idsOf(data));
  expect(read).toEqual(written.toReversed());
});

test("filters by who, by kind, and by day", async () => {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const on = (day: string) => new Date(`${day}T12:00:00Z`);
  const token = newId();
  const first = await createAuditEntry(workspace, { at: on("2026-11-20") });
  const second = await createAuditEntry(workspace, {
    at: on("2026-11-21"),
    action: "webhook.created",
    actorKind: "token",
    actorId: token,
  });
  const third = await createAuditEntry(workspace, { at: on("2026-11-22"), action: "formula.x" });
  expect(idsOf(await list(ctx))).toEqual([third, second, first]);
  expect(idsOf(await list(ctx, { actor: token }))).toEqual([second]);
  expect(idsOf(await list(ctx, { group: "form" }))).toEqual([first]);
  expect(idsOf(await list(ctx, { from: "2026-11-21" }))).toEqual([third, second]);
  expect(idsOf(await list(ctx, { to: "2026-11-21" }))).toEqual([second, first]);
  expect(idsOf(await list(ctx, { from: "2026-11-21", to: "2026-11-21" }))).toEqual([second]);
  expect(await list(ctx, { from: "2026-11-22", to: "2026-11-20" })).toEqual([]);
});

test("the filter offers the users and tokens of the workspace's own entries, under their latest names", async () => {
  const [workspace, other] = [await createWorkspace(), await createWorkspace()];
  const token = { actorKind: "token", actorId: newId() };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await createAuditEntry(workspace, { at: minutesAgo(3), ...token, actorName: "CI" });
  await createAuditEntry(workspace, { at: minutesAgo(2), ...token, actorName: "Deploy" });
  await createAuditEntry(workspace, { at: minutesAgo(1) });
  await createAuditEntry(workspace, { actorKind: "system", actorId: null, actorName: null });
  await createAuditEntry(other);
  const personOf = ({ user }: typeof workspace) => ({
    id: user.id,
    kind: "user",
    name: user.email,
  });
  expect(await listAuditActors(workspace.ctx)).toEqual([
    personOf(workspace),
    { id: token.actorId, kind: "token", name: "Deploy" },
  ]);
  expect(await listAuditActors(other.ctx)).toEqual([personOf(other)]);
});

test("days are those of the given time zone", async () => {
  const workspace = await createWorkspace();
  const at = new Date("2026-11-21T23:30:00Z");
  const id = await createAuditEntry(workspace, { at });
  const day = (from: string, timeZone?: string) =>
    list(workspace.ctx, { from, to: from, ...(timeZone ? { timeZone } : {}) });
  expect(idsOf(await day("2026-11-21"))).toEqual([id]);
  expect(idsOf(await day("2026-11-22", "Europe/Berlin"))).toEqual([id]);
  expect(await day("2026-11-21", "Europe/Berlin")).toEqual([]);
  expect(idsOf(await day("2026-11-21", "America/New_York"))).toEqual([id]);
});

test("shows entries of actions that this version doesn't know, and details of another shape", async () => {
  const workspace = await createWorkspace();
  await createAuditEntry(workspace, { action: "robot.started", details: [{ deep: { er: [1] } }] });
  expect(await list(workspace.ctx)).toMatchObject([{ action: "robot.started", details: null }]);
});

test("the CSV has every matching entry, and its own export first", async () => {
  const workspace = await createWorkspace();
  await createManyAuditEntries(workspace, "form.updated", 1200, new Date(Date.now() - 86_400_000));
  const jar = await signedIn(workspace);
  const answer = await callAccount("GET", EXPORT, { jar });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(/audit-log-\d{4}-\d\d-\d\d\.csv/);
  const [head, ...rows] = answer.bytes.toString("utf8").trimEnd().split("\r\n");
  expect(head).toBe(
    "\ufeffid,time,action,actor_kind,actor_id,actor,subject_id,subject,details_json,address,browser",
  );
  expect(rows).toHaveLength(1201);
  expect(rows[0]).toContain(`"audit.exported","user","${workspace.user.id}"`);
  expect(new Set(rows.map((row) => row.slice(0, 38))).size).toBe(1201);
});

test("the CSV takes the same filters, and the log shows which", async () => {
  const workspace = await createWorkspace();
  await createAuditEntry(workspace, { action: "token.created" });
  await createAuditEntry(workspace, { action: "form.created" });
  const csv = await csvOf(workspace.ctx, AuditFilter.parse({ group: "token" }));
  expect(csv.trimEnd().split("\r\n")).toHaveLength(2);
  expect(await list(workspace.ctx, { group: "audit" })).toMatchObject([
    { action: "audit.exported", details: { group: "token" } },
  ]);
});

test("sign-up and sign-in are recorded with the user, address, and browser; a failed sign-in isn't", async () => {
  const { account, email } = await signUp();
  const caller = callerAt(new Date(), "192.0.2.55");
  await signIn({ email, password: PASSWORD }, caller);
  await expectRejection(signIn({ email, password: "wrong" }, caller), "credentials_invalid");
  const entries = await auditEntriesOf(account.workspace);
  expect(entries.map(({ action }) => action)).toEqual(["account.created", "account.signed_in"]);
  expect(entries[1]).toMatchObject({
    actorKind: "user",
    actorId: account.user.id,
    actorName: email,
    address: "192.0.2.55",
    userAgent: "Test browser",
  });
});

test("changes are recorded with their details, rejected ones aren't", async () => {
  const workspace = await createAccount();
  const { ctx, user } = workspace;
  const passwords = { currentPassword: "wrong", newPassword: "another long password" };
  await expectRejection(changePassword(ctx, passwords, null), "credentials_invalid");
  await expectRejection(deleteWorkspace(ctx, passwords), "credentials_invalid");
  await updateWorkspace(ctx, { name: "New name" });
  const email = `new-${newId()}@example.com`;
  await requestEmailChange(ctx, { email, currentPassword: PASSWORD });
  const [secret = ""] = await linkSecrets(workspace, email);
  await confirmEmail(secret, callerAt(new Date()), { password: PASSWORD });
  expect(await auditEntriesOf(workspace)).toMatchObject([
    { action: "workspace.updated", details: { name: "New name" } },
    { action: "account.email_changed", details: { from: user.email, to: email } },
  ]);
});
