import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { createDestination } from "#lib/domain/endpoints/save-destination";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { exportSelected } from "#lib/domain/submissions/export/export-submissions";
import { replayRouting } from "#lib/domain/submissions/replay-routing";
import { getSubmission } from "#lib/domain/submissions/store";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { openPage, type Post, postVisit, submitTo } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";

const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null };
const CONTROLS = {
  _service_page: "https://shop.example/prices?id=7&utm_source=news",
  _service_title: "Prices",
  _service_referrer: "https://search.example/?q=x",
};
const CONTEXT = {
  pageUrl: "https://shop.example/prices?utm_source=news",
  pageTitle: "Prices",
  referrer: "search.example",
  utm: { ...NO_UTM, source: "news" },
};

const contextOf = async ({ ctx }: Awaited<ReturnType<typeof createOwnForm>>, id: string) =>
  (await getSubmission(ctx, id)).context;

test("a message knows the page that its script names, and its fields don't have it", async () => {
  const own = await createOwnForm();
  const id = await submitTo(own.form, { message: "hi", ...CONTROLS });
  const submission = await getSubmission(own.ctx, id);
  expect(submission.context).toEqual(CONTEXT);
  expect(submission.fields).toEqual({ message: "hi" });
});

test.each<[string, Post, object | null]>([
  [
    "the Referer header",
    { json: { message: "a" }, headers: { referer: "https://shop.example/a?b=c" } },
    { ...CONTEXT, pageUrl: "https://shop.example/a", pageTitle: null, referrer: null, utm: NO_UTM },
  ],
  ["nothing", { json: { message: "a" } }, null],
  [
    "garbage, which rejects nothing",
    {
      json: {
        message: "a",
        _service_page: "::",
        _service_title: "\u0000",
        _service_referrer: ["x", {}],
      },
      headers: { referer: "\u00ff\u00fe" },
    },
    null,
  ],
])("of %s", async (_, post, expected) => {
  const own = await createOwnForm();
  const response = await postVisit(own.form.publicKey, post);
  expect(response.status).toBe(200);
  const { data } = await response.json();
  expect(await contextOf(own, data.id)).toEqual(expected);
});

test("the hosted form sends its own address with the campaign, and the page before", async () => {
  const own = await createOwnForm();
  const { publicKey } = own.form;
  const headers = { referer: "https://social.example/post/1?x=y" };
  const page = await openPage(showHostedForm, publicKey, headers, "?utm_source=bio&ref=z");
  const text = await page.text();
  const sent = [...text.matchAll(/name="(_service_(?:page|title|referrer))" value="([^"]*)"/g)];
  const form = Object.fromEntries(
    sent.map(([, name, value]) => [name, value?.replaceAll("&amp;", "&")]),
  );
  await postVisit(publicKey, { form: { message: "hi", ...form } as Record<string, string> });
  const { id } = await db().submission.findFirstOrThrow({ where: { formId: own.form.id } });
  expect(await contextOf(own, id)).toEqual({
    pageUrl: `http://localhost:3000/f/${publicKey}?utm_source=bio`,
    pageTitle: "Contact",
    referrer: "social.example",
    utm: { ...NO_UTM, source: "bio" },
  });
});

test("in a frame, the hosted form sends the page around it", async () => {
  const own = await createOwnForm();
  const headers = { referer: "https://shop.example/" };
  const text = await (
    await openPage(showHostedForm, own.form.publicKey, headers, "?embed=1")
  ).text();
  expect(text).toContain('name="_service_page" value="https://shop.example/"');
});

test("a form that doesn't keep it asks for nothing and stores nothing", async () => {
  const own = await createOwnForm();
  await saveOptions(own.ctx, own.form.id, { ...UNSAVED_OPTIONS, keepContext: false });
  const id = await submitTo(own.form, { message: "hi", ...CONTROLS });
  expect(await contextOf(own, id)).toBeNull();
  const text = await (await openPage(showHostedForm, own.form.publicKey)).text();
  expect(text).not.toContain("_service_page");
});

test("routing and conditions test it, before and after acceptance", async () => {
  const own = await createOwnForm();
  const { ctx, form, recipient } = own;
  const rule = {
    id: newId(),
    name: "Newsletter",
    field: "$utm.source",
    operator: "equals" as const,
    value: "News",
    recipientIds: [recipient.id],
  };
  const routing = { enabled: true, rules: [rule] };
  await saveRouting(ctx, form.id, { revision: null, ...routing });
  const id = await submitTo(form, { message: "hi", ...CONTROLS });
  const other = await submitTo(form, { message: "ho" });
  expect((await getSubmission(ctx, id)).notificationPlan.ruleName).toBe("Newsletter");
  expect((await getSubmission(ctx, other)).notificationPlan.reason).toBe("form_recipients");
  const replayed = await replayRouting(ctx, form.id, { config: routing });
  expect(replayed.map(({ isDifferent }) => isDifferent)).toEqual([false, false]);
});

test("the event has it, also where only a condition's endpoint gets it", async () => {
  const own = await createOwnForm();
  const { ctx, form } = own;
  await createWebhook(own.workspace, form);
  await createDestination(ctx, form.id, {
    kind: "webhook",
    name: "Prices page",
    url: "https://hooks.example.com/prices",
    enabled: true,
    events: ["submission.created"],
    conditions: {
      match: "all",
      rules: [{ field: "$page", operator: "contains", value: "/prices" }],
    },
    content: "full",
    source: null,
    headers: [],
  });
  const id = await submitTo(form, { message: "hi", ...CONTROLS });
  await submitTo(form, { message: "ho" });
  const events = await db().delivery.findMany({
    where: { channel: "webhook", workspaceId: ctx.workspaceId },
    orderBy: { createdAt: "asc" },
  });
  const bodies = events.map(({ body }) => JSON.parse(body ?? "").data.submission);
  expect(bodies.filter((one) => one.id === id).map((one) => one.context)).toEqual([
    CONTEXT,
    CONTEXT,
  ]);
  expect(bodies.filter((one) => one.id !== id).map((one) => one.context)).toEqual([null]);
});

test("the dashboard's export has columns for it, if a message knows it", async () => {
  const own = await createOwnForm();
  const { ctx, form } = own;
  const id = await submitTo(form, { message: "hi", ...CONTROLS });
  const other = await submitTo(form, { message: "ho" });
  const csvOf = async (...ids: string[]) =>
    new Response(await exportSelected(ctx, { ids, columns: "fields" })).text();
  const [header, row] = (await csvOf(id)).replaceAll('"', "").split("\r\n");
  expect(header).toContain(
    "message,page,title,referrer,utm source,utm medium,utm campaign,utm term,utm content",
  );
  expect(row).toContain(`hi,${CONTEXT.pageUrl},Prices,search.example,news,,,,`);
  expect((await csvOf(other)).split("\r\n")[0]).not.toContain("referrer");
});
