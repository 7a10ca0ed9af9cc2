import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { updateForm } from "#lib/domain/forms/update-form";
import { listRejections, recordRejection } from "#lib/domain/intake/rejections";
import { ListRejectionsQuery } from "#lib/domain/intake/schema";
import { askModel } from "#lib/domain/spam/ask-model";
import { readPages } from "#tests/support/contract/api";
import { postVisit } from "#tests/support/contract/intake";
import { createDestinationDelivery } from "#tests/support/factories/destination-factories";
import { contextAt, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { respond, startChatTwin } from "#tests/support/twins/chat-twin";

const NOW = new Date("2026-11-21T10:00:30Z");

async function setUp() {
  const { workspace, form } = await createOwnForm({ now: NOW });
  const list = (query: object = {}) =>
    listRejections(contextAt(workspace, NOW), form.id, ListRejectionsQuery.parse(query));
  return { workspace, form, list };
}

test("lists rejected submissions by minute with code and Origin, newest first", async () => {
  const { form, list } = await setUp();
  const at = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
  await recordRejection(form.publicKey, "empty_submission", null, at(200));
  await recordRejection(form.publicKey, "origin_not_allowed", "https://evil.example", at(20));
  await recordRejection(form.publicKey, "origin_not_allowed", "https://evil.example", at(10));
  expect(await list()).toEqual({
    data: [
      {
        lastAt: at(10).getTime(),
        code: "origin_not_allowed",
        origin: "https://evil.example",
        count: 2,
      },
      { lastAt: at(200).getTime(), code: "empty_submission", origin: null, count: 1 },
    ],
    nextCursor: null,
  });
});

test("rejected submissions are listed for 7 days, even before maintenance removes them", async () => {
  const { form, list } = await setUp();
  const before = (ms: number) => new Date(NOW.getTime() - 7 * 86_400_000 + ms);
  await recordRejection(form.publicKey, "form_paused", null, before(-60_000));
  await recordRejection(form.publicKey, "empty_submission", null, before(60_000));
  expect((await list()).data).toMatchObject([{ code: "empty_submission" }]);
});

test("paginates rejected submissions without duplicates", async () => {
  const { form, list } = await setUp();
  const origins = ["", "null", "https://a.example", "https://é.example", "😀", "https://b.example"];
  for (let minute = 0; minute < 3; minute += 1) {
    const code = minute === 0 ? "rate_limited" : "form_paused";
    const at = new Date(NOW.getTime() - minute * 60_000);
    for (const origin of origins) await recordRejection(form.publicKey, code, origin, at);
  }
  const pages = await readPages((page) => list({ limit: "5", ...page }));
  expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 5, 3]);
  const seen = pages.flatMap(({ data }) => data);
  expect(
    new Set(seen.map(({ lastAt, code, origin }) => `${lastAt} ${code} ${origin ?? ""}`)).size,
  ).toBe(18);
  const times = seen.map(({ lastAt }) => lastAt);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test.each(["", "x", "W10=", "WzEsMiwzXQ==", "[1]"])(
  "rejects %j as a cursor for rejected submissions",
  (cursor) => {
    expect(ListRejectionsQuery.safeParse({ cursor }).success).toBe(false);
  },
);

test("counts every rejection from many fake origins in a limited number of rows", async () => {
  const { form } = await setUp();
  const origins = Array.from({ length: 300 }, (_, index) => `https://x${index}.example`);
  await Promise.all(
    origins.map((origin) => recordRejection(form.publicKey, "origin_not_allowed", origin, NOW)),
  );
  const rows = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
  expect(rows.length).toBeLessThanOrEqual(21);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(300);
});

test("the form doctor checks the form and its recent submissions", async () => {
  const { workspace, form } = await setUp();
  const ctx = contextAt(workspace, new Date());
  expect(await diagnoseForm(ctx, form.id)).toEqual([]);
  await updateForm(ctx, form.id, { settings: { allowedOrigins: ["https://www.acme.com"] } });
  const headers = { origin: "https://acme.com" };
  for (const message of ["a", "b"]) await postVisit(form.publicKey, { json: { message }, headers });
  const allowed = { origin: "https://www.acme.com" };
  for (let count = 0; count < 6; count += 1)
    await postVisit(form.publicKey, { json: { botcheck: "x", count }, headers: allowed });
  await updateForm(ctx, form.id, { blockedWords: ["casino"] });
  await postVisit(form.publicKey, { json: { message: "casino" }, headers: allowed });
  await createVerifiedWidget(form.id, { verifiedAt: null });
  await createWebhook(workspace, form);
  await db().webhook.updateMany({ where: { formId: form.id }, data: { health: "suspended" } });
  const findings = await diagnoseForm(ctx, form.id);
  expect(findings.map(({ id }) => id).toSorted()).toEqual([
    "blocked_lists_caught",
    "honeypot_catches_most",
    "hosted_form_closed",
    "origin_not_allowed",
    "webhook_suspended",
    "widget_hostname_missing",
    "widget_unverified",
  ]);
  expect(findings.find(({ id }) => id === "origin_not_allowed")).toMatchObject({
    severity: "error",
    what: expect.stringContaining("2 submissions were rejected"),
  });
});

test("the form doctor names a field that only messages that look like spam fill in", async () => {
  const { workspace, form } = await createOwnForm();
  const send = (json: Record<string, string>) => postVisit(form.publicKey, { json });
  const letters = { name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh zQxVwJkHtB" };
  for (let n = 0; n < 5; n += 1) await send({ ...letters, website: "filled", n: `${n}` });
  for (let n = 0; n < 10; n += 1) await send({ message: `Hello ${n}`, website: "", n: `${n}` });
  const named = async () =>
    (await diagnoseForm(workspace.ctx, form.id)).find(({ id }) => id === "bots_fill_field");
  expect(await named()).toMatchObject({ fix: expect.stringContaining("“website”") });
  await send({ message: "Hello", website: "https://example.com" });
  expect(await named(), "someone sees it").toBeUndefined();
});

test("the form doctor reads what happened to the latest messages first", async () => {
  const { workspace, form } = await createOwnForm();
  const webhook = await createWebhook(workspace, form);
  await db().webhook.updateMany({ where: { id: webhook.id }, data: { health: "failing" } });
  const { id } = await createSubmission(workspace, form);
  for (const status of ["failed", "uncertain"] as const)
    await createDelivery(workspace, { id }, { status });
  await db().delivery.updateMany({
    where: { workspaceId: workspace.id, channel: "webhook" },
    data: { status: "retrying" },
  });
  const spam = await createSubmission(workspace, form, { folder: "spam" });
  await createDelivery(workspace, spam, { status: "failed" });
  const findings = await diagnoseForm(workspace.ctx, form.id);
  expect(findings.map(({ what }) => what)).toEqual([
    "1 notification of the latest messages couldn’t be sent.",
    expect.stringContaining("The webhook is failing: its last attempts all failed."),
    expect.stringContaining("1 notification of the latest messages may not have arrived"),
  ]);
});

test("the form doctor names a destination that fails, and doesn't blame the webhook for it", async () => {
  const workspace = await createWorkspace();
  const { form, destination } = await createDestinationDelivery(workspace);
  await createWebhook(workspace, form);
  await db().webhook.updateMany({ where: { id: destination.id }, data: { health: "failing" } });
  const findings = await diagnoseForm(workspace.ctx, form.id);
  expect(findings.map(({ id }) => id)).toEqual(["destination_failing"]);
  expect(findings[0]?.what).toContain(destination.name);
});

test("the form doctor says that the operator’s model doesn’t respond, or is gone", async () => {
  const twin = await startChatTwin();
  const { workspace, form } = await createOwnForm();
  const found = async () =>
    (await diagnoseForm(workspace.ctx, form.id))
      .map(({ id }) => id)
      .filter((id) => id.startsWith("spam_model"));
  try {
    changeSettings({
      spamModel: { endpoint: `${twin.url}/v1/chat/completions`, model: "small", key: undefined },
    });
    expect(await found(), "it hasn't been asked yet").toEqual([]);
    twin.reply(respond(500));
    for (let n = 0; n < 3; n += 1)
      await askModel(
        {
          workspaceId: workspace.ctx.workspaceId,
          formName: "Contact",
          labels: [],
          fields: [["message", `Hello ${n}`]],
          sender: { email: null, phone: null },
        },
        new Date(),
      );
    expect(await found()).toEqual(["spam_model_silent"]);
    await saveSpamFilter(workspace.ctx, form.id, {
      revision: null,
      filter: "off",
      challenge: false,
    });
    expect(await found(), "the form doesn't ask it").toEqual([]);
  } finally {
    await twin.stop();
  }

  const other = await createOwnForm();
  changeSettings({ spamModel: null });
  const { id } = await createSubmission(other.workspace, other.form);
  const signals = [{ code: "model", points: 1, text: "The model isn’t sure" }];
  await db().submission.updateMany({
    where: { id, workspaceId: other.workspace.id },
    data: { judgment: { signals, links: 0, scripts: [], digest: null } },
  });
  const findings = await diagnoseForm(other.workspace.ctx, other.form.id);
  expect(findings.map((finding) => finding.id)).toContain("spam_model_missing");
});
