import { describe, expect, test, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { type Options, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { listRejections } from "#lib/domain/intake/rejections";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import {
  acceptedId,
  BROWSER_ACCEPT,
  openPage,
  type Post,
  postVisit,
  rejectionCode,
} from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const HOUR_MS = 3_600_000;
const GERMAN = { "accept-language": "de" };

async function formWith(options: Partial<Options>) {
  const own = await createOwnForm();
  await saveOptions(own.ctx, own.form.id, { ...UNSAVED_OPTIONS, ...options });
  let sent = 0;
  const post = (more: Partial<Post> = {}) => {
    const json = { message: `hello ${sent++}` };
    return postVisit(
      own.form.publicKey,
      "form" in more ? { form: {}, ...more } : { json, ...more },
    );
  };
  const countStored = () =>
    db().submission.count({ where: { formId: own.form.id, folder: { not: "spam" } } });
  return { ...own, post, countStored };
}

const messageOf = async (response: Response) => (await response.json()).message as string;

describe("outside its times, a form", () => {
  test.each([
    [
      "isn't open yet",
      { opensAt: Date.now() + HOUR_MS },
      "Dieses Formular ist noch nicht geöffnet",
    ],
    ["has closed", { closesAt: Date.now() - HOUR_MS }, "Dieses Formular ist geschlossen und"],
  ])("%s, and says so in the visitor's language", async (_, options, german) => {
    const { form, post, countStored } = await formWith(options);
    const response = await post({ headers: GERMAN });
    expect(response.status).toBe(403);
    const body = await response.clone().json();
    expect(body.error.code).toBe("form_closed");
    expect(await messageOf(response)).toContain(german);
    const page = await openPage(showHostedForm, form.publicKey, GERMAN);
    expect(page.status).toBe(403);
    const text = await page.text();
    expect(text).toContain(german);
    expect(text).not.toContain("<form");
    expect(await countStored()).toBe(0);
  });

  test("shows the owner's own text to scripts, on the hosted form, and on the error page", async () => {
    const closedText = "All places are <b>taken</b>.\nWrite to events@example.com.";
    const { form, post } = await formWith({ closesAt: 1, closedText });
    expect(await messageOf(await post())).toBe(closedText);
    const shown = "All places are &lt;b&gt;taken&lt;/b&gt;.";
    expect(await (await openPage(showHostedForm, form.publicKey)).text()).toContain(shown);
    const page = await post({
      form: { message: "hello" },
      headers: { accept: BROWSER_ACCEPT },
    });
    expect(page.status).toBe(403);
    const text = await page.text();
    expect(text).toContain(shown);
    expect(text, "what was typed isn't lost").toContain("hello");
    expect(text).not.toContain("Send again");
  });

  test("accepts what comes within them", async () => {
    const now = Date.now();
    const { form, post } = await formWith({ opensAt: now - HOUR_MS, closesAt: now + HOUR_MS });
    expect((await post()).status).toBe(200);
    expect((await openPage(showHostedForm, form.publicKey)).status).toBe(200);
  });

  test("still repeats its response to what it accepted before", async () => {
    const { ctx, form, post } = await formWith({});
    const json = { message: "once" };
    const headers = { "idempotency-key": "a" };
    const id = await acceptedId(await post({ json, headers }));
    const { revision } = await db().formOptions.findFirstOrThrow({ where: { formId: form.id } });
    await saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, revision, closesAt: 1 });
    const again = await post({ json, headers });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await acceptedId(again)).toBe(id);
    expect(await rejectionCode(await post({ headers: { "idempotency-key": "b" } }))).toBe(
      "form_closed",
    );
  });

  test("tells its owner: in the diagnostics, and what the form doctor finds", async () => {
    const opensAt = Date.parse("2999-12-03T09:00:00Z");
    const { ctx, form, post } = await formWith({ opensAt });
    await post();
    await expect
      .poll(async () => (await listRejections(ctx, form.id, { limit: 5 })).data)
      .toMatchObject([{ code: "form_closed", count: 1 }]);
    const findings = await diagnoseForm(ctx, form.id);
    expect(findings.find(({ id }) => id === "form_not_open_yet")?.what).toBe(
      "This form opens on 3 December 2999 at 09:00 UTC. Until then, submissions are rejected. 1 submission was rejected in the last 7 days.",
    );
  });

  test("is paused first", async () => {
    const { ctx, form, post } = await formWith({ closesAt: 1 });
    await updateForm(ctx, form.id, { status: "paused" });
    expect(await rejectionCode(await post())).toBe("form_paused");
  });
});

describe("a form with room for so many", () => {
  test("is closed once it's full, and says so before people write", async () => {
    const { form, post, countStored } = await formWith({ maxSubmissions: 2 });
    await post();
    expect((await openPage(showHostedForm, form.publicKey)).status).toBe(200);
    await post();
    expect(await rejectionCode(await post())).toBe("form_closed");
    const page = await openPage(showHostedForm, form.publicKey);
    expect([page.status, await page.text()]).toEqual([
      403,
      expect.stringContaining("as many messages as it can take"),
    ]);
    expect(await countStored()).toBe(2);
  });

  test("has room again when a message is deleted or moved to spam, and none when it's moved back", async () => {
    const { ctx, post } = await formWith({ maxSubmissions: 1 });
    const first = await acceptedId(await post());
    expect((await post()).status).toBe(403);
    await updateSubmission(ctx, first, { folder: "spam" });
    const second = await acceptedId(await post());
    await updateSubmission(ctx, first, { folder: "inbox" });
    expect((await post()).status).toBe(403);
    await deleteSubmission(ctx, second);
    expect((await post()).status).toBe(403);
    await deleteSubmission(ctx, first);
    expect((await post()).status).toBe(200);
  });

  test("doesn't count spam, and doesn't show a bot that it's full before it is", async () => {
    const { post, countStored } = await formWith({ maxSubmissions: 1 });
    for (const message of ["a", "b"])
      expect((await post({ json: { message, botcheck: "x" } })).status).toBe(200);
    expect((await post()).status).toBe(200);
    expect(await countStored()).toBe(1);
  });

  test("accepts exactly 50 of 200 at once, on two nodes", async () => {
    changeSettings({
      intakeFormRateLimit: 10_000,
      intakeIpRateLimit: 10_000,
      intakeIpTotalRateLimit: 10_000,
    });
    const { form, post, countStored } = await formWith({ maxSubmissions: 50 });
    vi.resetModules();
    // A second copy of the code: its batches know nothing of the first one's.
    const other = await import("#tests/support/contract/intake");
    const posts = Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0
        ? post()
        : other.postVisit(form.publicKey, { json: { message: `from afar ${index}` } }),
    );
    const responses = await Promise.all(posts);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 403)).toHaveLength(150);
    expect(await countStored()).toBe(50);
  }, 90_000);

  test("keeps what was being stored when the limit was saved, and accepts none after that", async () => {
    changeSettings({ intakeFormRateLimit: 10_000, intakeIpRateLimit: 10_000 });
    const { ctx, form, post, countStored } = await formWith({});
    const { revision } = await db().formOptions.findFirstOrThrow({ where: { formId: form.id } });
    const posts = Array.from({ length: 100 }, () => post());
    await saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, revision, maxSubmissions: 20 });
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    const stored = await countStored();
    expect(stored).toBeGreaterThanOrEqual(20);
    expect(statuses.filter((status) => status === 200)).toHaveLength(stored);
    expect(statuses.filter((status) => status === 403)).toHaveLength(100 - stored);
    expect((await post()).status).toBe(403);
    expect(await countStored()).toBe(stored);
  }, 60_000);

  test("gives room that a repeat doesn't take to the next one", async () => {
    changeSettings({ intakeFormRateLimit: 10_000, intakeIpRateLimit: 10_000 });
    const { post, countStored } = await formWith({ maxSubmissions: 10 });
    const repeated = { json: { message: "again" }, headers: { "idempotency-key": "one" } };
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, () => post(repeated)),
      ...Array.from({ length: 9 }, () => post()),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await countStored()).toBe(10);
    expect((await post(repeated)).headers.get("idempotent-replayed")).toBe("true");
  });
});
