import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { getForm } from "#lib/domain/forms/forms";
import {
  connectTurnstile,
  disconnectTurnstile,
  requireTurnstile,
} from "#lib/domain/forms/turnstile/turnstile";
import { getObservation } from "#lib/domain/intake/observed-challenges";
import { listRejections, rejectionCounts } from "#lib/domain/intake/rejections";
import { getSubmission } from "#lib/domain/submissions/store";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { acceptedId, openPage, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { askToConfirm } from "#tests/support/factories/confirmation-factories";
import { createOwnForm } from "#tests/support/factories/factories";
import { countAccepted } from "#tests/support/factories/message-factories";
import { siteverify } from "#tests/support/setup/siteverify";
import { passingResponse } from "#tests/support/twins/siteverify-twin";

process.env.DEFAULT_PLAN = "starter";

const HOSTNAME = "shop.example.com";

/** Stores another secret, which the twin of siteverify knows by its name. */
async function setSecret({ id }: { id: string }, secret: string): Promise<void> {
  const { workspaceId } = await db().turnstileWidget.findFirstOrThrow({ where: { formId: id } });
  await db().turnstileWidget.updateMany({
    where: { formId: id },
    data: { sealedSecret: encryptSecret("widget", { workspaceId, id }, secret) },
  });
}

const passing = () => passingResponse(HOSTNAME, newId());

async function guardedForm(secretKey = `secret-${newId()}`, observes?: "require" | "ask") {
  const { ctx, form } = await createOwnForm();
  const siteKey = `0x4AAA${newId()}`;
  const input = { siteKey, secretKey, hostnames: [HOSTNAME], enabled: !observes };
  await connectTurnstile(ctx, form.id, input, observes ? { observes } : {});
  const readTurnstile = async () => (await getForm(ctx, form.id)).turnstile;
  return { ctx, form, readTurnstile };
}

function post(message: string, response: string | null, headers = {}) {
  const field = response === null ? {} : { "cf-turnstile-response": response };
  return { json: { message, ...field }, headers };
}

test("a form with an enabled widget accepts a message with a passed challenge and marks the widget as verified", async () => {
  const { ctx, form, readTurnstile } = await guardedForm();
  const response = passing();
  const accepted = await postVisit(form.publicKey, post("hello", response));
  expect(accepted.status).toBe(200);
  const { fields } = await getSubmission(ctx, await acceptedId(accepted));
  expect(fields).toEqual({ message: "hello" });
  expect((await readTurnstile())?.verifiedAt).toBeTypeOf("number");
});

test("a form with an enabled widget rejects a challenge that is missing, invalid, from another hostname or already used, unless the honeypot is hit", async () => {
  const { form } = await guardedForm();
  const spent = passing();
  await postVisit(form.publicKey, post("first", spent));
  const cases: [string | null, string][] = [
    [null, "turnstile_required"],
    ["nonsense", "turnstile_failed"],
    [passingResponse("evil.example.net", newId()), "turnstile_failed"],
    [spent, "turnstile_failed"],
  ];
  for (const [response, code] of cases) {
    const rejected = await postVisit(form.publicKey, post("second", response));
    expect(rejected.status).toBe(422);
    expect(await rejectionCode(rejected)).toBe(code);
  }
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(1);
  const trapped = await postVisit(form.publicKey, { json: { message: "x", botcheck: "y" } });
  expect(trapped.status).toBe(200);
});

test("a form with an enabled widget replays the response to a repeat without verifying the challenge again", async () => {
  const secret = `secret-${newId()}`;
  const { form } = await guardedForm(secret);
  const headers = { "idempotency-key": "once" };
  const sent = post("hello", passing(), headers);
  const first = await postVisit(form.publicKey, sent);
  const asked = siteverify.callsWith(secret).length;
  const repeat = await postVisit(form.publicKey, post("hello", null, headers));
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(await acceptedId(repeat)).toBe(await acceptedId(first));
  expect(siteverify.callsWith(secret).length).toBe(asked);
});

test("a form with an enabled widget verifies the challenge of each submission, with one retry, even if the form is cached", async () => {
  const secret = `once-away-${newId()}`;
  const { form } = await guardedForm();
  await setSecret(form, secret);
  for (let count = 1; count <= 3; count += 1) {
    await postVisit(form.publicKey, post(`message ${count}`, "nonsense"));
    expect(siteverify.callsWith(secret), "with a retry each").toHaveLength(2 * count);
  }
});

test("a form with an enabled widget responds with 503 and Retry-After and stores nothing during a siteverify outage, until the widget is disconnected", async () => {
  const { ctx, form } = await guardedForm();
  await setSecret(form, `away-${newId()}`);
  const response = passing();
  const rejected = await postVisit(form.publicKey, post("hello", response));
  expect(rejected.status).toBe(503);
  expect(await rejectionCode(rejected)).toBe("service_unavailable");
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
  await disconnectTurnstile(ctx, form.id);
  expect((await postVisit(form.publicKey, post("hello", response))).status).toBe(200);
});

test("a form with an enabled widget checks the allowance before the challenge", async () => {
  const { ctx, form } = await guardedForm();
  await countAccepted({ id: ctx.workspaceId }, 2000);
  const rejected = await postVisit(form.publicKey, post("hello", null));
  expect(await rejectionCode(rejected)).toBe("allowance_exceeded");
});

test("a form with an enabled widget shows the widget in the hosted form until it is disconnected", async () => {
  const { ctx, form } = await guardedForm();
  const shown = await openPage(showHostedForm, form.publicKey);
  expect(await shown.text()).toContain("cf-turnstile");
  expect(shown.headers.get("content-security-policy")).toContain("challenges.cloudflare.com");
  await disconnectTurnstile(ctx, form.id);
  const page = await openPage(showHostedForm, form.publicKey);
  expect(await page.text()).not.toContain("cf-turnstile");
  expect((await postVisit(form.publicKey, post("hello", null))).status).toBe(200);
});

async function observedForm(observes: "require" | "ask") {
  const guarded = await guardedForm(undefined, observes);
  const counts = async () => {
    await rejectionCounts.writing;
    return (await getObservation(guarded.ctx, guarded.form.id))?.counts ?? null;
  };
  return { ...guarded, counts };
}

test("a form whose widget only observes accepts and counts messages without a challenge and with a failed one", async () => {
  const { ctx, form, counts, readTurnstile } = await observedForm("require");
  for (const response of [null, "nonsense", passingResponse("evil.example.net", newId())])
    expect((await postVisit(form.publicKey, post("hello", response))).status).toBe(200);
  await expect.poll(counts).toEqual({ passed: 0, failed: 2, missing: 1 });
  expect(await readTurnstile()).toMatchObject({ enabled: false, verifiedAt: null });
  expect((await listRejections(ctx, form.id, { limit: 5 })).data).toEqual([]);
});

test("a form whose widget only observes accepts messages while siteverify can't be reached, and counts nothing", async () => {
  const { form, counts } = await observedForm("ask");
  await setSecret(form, `away-${newId()}`);
  expect((await postVisit(form.publicKey, post("hello", passing()))).status).toBe(200);
  expect(await counts()).toEqual({ passed: 0, failed: 0, missing: 0 });
});

test("a form whose widget only observes requires the challenge from the first one that passes, if its owner chose so", async () => {
  const { form, readTurnstile } = await observedForm("require");
  expect((await postVisit(form.publicKey, post("first", passing()))).status).toBe(200);
  const required = { enabled: true, verifiedAt: expect.any(Number) };
  expect(await readTurnstile()).toMatchObject(required);
  const rejected = await postVisit(form.publicKey, post("second", null));
  expect(await rejectionCode(rejected)).toBe("turnstile_required");
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(1);
});

test("a form whose widget only observes keeps observing after a passed challenge until its owner requires it", async () => {
  const { ctx, form, readTurnstile } = await observedForm("ask");
  await postVisit(form.publicKey, post("first", passing()));
  const seen = await readTurnstile();
  expect(seen).toMatchObject({ enabled: false, verifiedAt: expect.any(Number) });
  expect((await postVisit(form.publicKey, post("second", null))).status).toBe(200);
  await requireTurnstile(ctx, form.id);
  expect(await readTurnstile()).toMatchObject({ enabled: true, verifiedAt: seen?.verifiedAt });
  expect((await postVisit(form.publicKey, post("third", null))).status).toBe(422);
});

test("a form whose widget only observes tells no one to confirm an email, and none is sent", async () => {
  const { ctx, form } = await guardedForm();
  await postVisit(form.publicKey, post("verifies the widget", passing()));
  await askToConfirm({ ctx }, form);
  await disconnectTurnstile(ctx, form.id);
  const widget = { siteKey: "0x4AAA", secretKey: `secret-${newId()}`, hostnames: [HOSTNAME] };
  await connectTurnstile(ctx, form.id, { ...widget, enabled: false }, { observes: "ask" });
  const fields = { email: "ada@example.com", message: "Hello" };
  const response = { "cf-turnstile-response": passing() };
  const { headers } = await postVisit(form.publicKey, { form: { ...fields, ...response } });
  expect(headers.get("location")).toBe(`/f/${form.publicKey}/thanks`);
  const deliveries = await db().delivery.findMany({ where: { workspaceId: ctx.workspaceId } });
  expect(deliveries.map(({ kind }) => kind)).toEqual(["notification", "notification"]);
});

test("a save over the API that enables the widget requires it immediately", async () => {
  const { ctx, form, readTurnstile } = await observedForm("require");
  const siteKey = (await readTurnstile())?.siteKey ?? "";
  const input = { siteKey, hostnames: [HOSTNAME], enabled: true };
  await connectTurnstile(ctx, form.id, input);
  expect((await postVisit(form.publicKey, post("hello", null))).status).toBe(422);
});

test("a form whose widget only observes shows the widget on the hosted form, which works without it", async () => {
  const { form } = await observedForm("require");
  const page = await (await openPage(showHostedForm, form.publicKey)).text();
  expect(page).toContain("cf-turnstile");
  expect(page).not.toContain("requires JavaScript");
});
