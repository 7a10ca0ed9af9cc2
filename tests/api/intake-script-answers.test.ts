import { describe, expect, test } from "vitest";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { type Options, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { cachedForms } from "#lib/domain/intake/open-form";
import { ScriptErrorBody } from "#tests/support/contract/check-answer";
import { BROWSER_ACCEPT, type Post, postVisit } from "#tests/support/contract/intake";
import { ADA, createConfirmForm } from "#tests/support/factories/confirmation-factories";
import { createOwnForm, openForm } from "#tests/support/factories/factories";
import { passedChallenge } from "#tests/support/factories/reply-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const HELLO = { json: { message: "hello" } };
const THANKS = (publicKey: string) => `http://localhost:3000/f/${publicKey}/thanks`;

async function answerTo(publicKey: string, post: Post = HELLO) {
  const response = await postVisit(publicKey, post);
  return { response, body: await response.json() };
}

describe("a success for scripts", () => {
  test("says so in the words of all services, with what to show and the next page", async () => {
    const { publicKey } = await openForm();
    const { response, body } = await answerTo(publicKey);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    expect(body).toEqual({
      ok: true,
      success: true,
      code: 200,
      status: "success",
      result: "success",
      message: "Thank you",
      next: THANKS(publicKey),
      data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), receivedAt: expect.any(Number) },
    });
  });

  test("has the form's title in the visitor's language, and leads where the form says", async () => {
    const redirectUrl = "https://example.com/done?a=1";
    const { ctx, form } = await createOwnForm({ settings: { redirectUrl } });
    const german = { ...HELLO, headers: { "accept-language": "de-AT,en;q=0.5" } };
    const { body } = await answerTo(form.publicKey, german);
    expect(body).toMatchObject({ message: "Vielen Dank", next: redirectUrl });
    const page = SavePageInput.parse({ revision: null, thanksTitle: "We’ll call you" });
    await savePage(ctx, form.id, page);
    expect((await answerTo(form.publicKey, german)).body.message).toBe("We’ll call you");
  });

  test("is the same for spam and for a repeat, but for its own data", async () => {
    const { publicKey } = await openForm();
    const sent = await answerTo(publicKey);
    const spam = await answerTo(publicKey, { json: { message: "hello", botcheck: "x" } });
    expect(spam.body).toEqual({ ...sent.body, data: spam.body.data });
    expect(spam.response.status).toBe(sent.response.status);
    const headers = { "idempotency-key": "twice" };
    const [first, repeat] = [
      await answerTo(publicKey, { ...HELLO, headers }),
      await answerTo(publicKey, { ...HELLO, headers }),
    ];
    expect(repeat.body).toEqual(first.body);
    expect(repeat.response.headers.get("idempotent-replayed")).toBe("true");
  });

  test("says that a message waits for its visitor, also to a bot", async () => {
    const { form } = await createConfirmForm();
    const next = `${THANKS(form.publicKey)}?confirm=1`;
    const message = expect.stringContaining("press the button in the email");
    for (const trap of [{ botcheck: "" }, { botcheck: "x" }]) {
      const json = { email: ADA, "cf-turnstile-response": passedChallenge(), ...trap };
      expect((await answerTo(form.publicKey, { json })).body).toMatchObject({ message, next });
    }
    const json = { message: "hello", "cf-turnstile-response": passedChallenge() };
    const { body } = await answerTo(form.publicKey, { json });
    expect(body).toMatchObject({ message: "Thank you", next: THANKS(form.publicKey) });
  });
});

/** A form with one required field. */
async function formWithEmail(options: Partial<Options> = {}) {
  const { ctx, form } = await createOwnForm();
  const fields = [{ name: "your-mail", type: "email", label: "Work email", required: true }];
  await saveFields(ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  await saveOptions(ctx, form.id, { ...UNSAVED_OPTIONS, ...options });
  return form;
}

describe("an error for scripts", () => {
  test("names each field and what's wrong with it, in a sentence of the visitor's language", async () => {
    const { publicKey } = await formWithEmail();
    const post = { json: { "your-mail": "ada", first_name: "x".repeat(20_001) } };
    const { response, body } = await answerTo(publicKey, post);
    const { error, ...words } = ScriptErrorBody.parse(body);
    const code = "validation_failed";
    const [name, mail] = [
      "First name must be at most 20,000 characters.",
      "Work email must be an email address, like name@example.com.",
    ];
    expect(words).toEqual({
      ok: false,
      success: false,
      code: 422,
      status: "error",
      result: "error",
      message: `Some fields need your attention. ${name} ${mail} Please fix them and send your message again.`,
      errors: [
        { field: "first_name", code, message: name },
        { field: "your-mail", code, message: mail },
      ],
    });
    expect(error.requestId).toBe(response.headers.get("x-request-id"));
    expect(error.details?.map(({ path }) => path)).toEqual(["first_name", "your-mail"]);
    const german = { json: { "your-mail": "" }, headers: { "accept-language": "de" } };
    expect((await answerTo(publicKey, german)).body.errors[0].message).toMatch(/^Work email.*\.$/);
    expect((await answerTo(publicKey, german)).body.message).toMatch(
      /^Einige Angaben .*Work email/,
    );
  });

  test("is one without a field where no field is wrong", async () => {
    const { publicKey } = await openForm();
    const { body } = await answerTo(publicKey, { json: { message: "" } });
    const message = "Your message is empty. Please write something and send it again.";
    expect(body).toMatchObject({ message, errors: [{ code: "empty_submission", message }] });
    expect(body.errors[0]).not.toHaveProperty("field");
    const { body: broken } = await answerTo(publicKey, {
      raw: "{",
      contentType: "application/json",
    });
    expect(broken.errors).toEqual([{ code: "invalid_json", message: broken.message }]);
  });

  test("speaks the same words for every status, readable by the page's script", async () => {
    const { ctx, form } = await createOwnForm();
    const closed = await openForm({ allowedOrigins: ["https://shop.example"] });
    const headers = { origin: "https://shop.example" };
    await updateForm(ctx, form.id, { status: "paused" });
    const cases: [string, Post, number][] = [
      ["1234567890123456", HELLO, 404],
      ["no-key", HELLO, 404],
      [form.publicKey, HELLO, 403],
      [closed.publicKey, { raw: "<a/>", contentType: "text/xml" }, 415],
      [closed.publicKey, { json: { message: "x".repeat(300_000) }, headers }, 413],
      [closed.publicKey, { raw: "[]", contentType: "application/json", headers }, 422],
    ];
    for (const [publicKey, post, status] of cases) {
      const { response, body } = await answerTo(publicKey, {
        ...post,
        headers: { ...post.headers, ...headers },
      });
      expect([response.status, ScriptErrorBody.parse(body).code]).toEqual([status, status]);
      expect(response.headers.get("access-control-allow-origin")).toBe(headers.origin);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    const foreign = await answerTo(closed.publicKey);
    expect([foreign.response.status, ScriptErrorBody.parse(foreign.body).code]).toEqual([403, 403]);
  });

  test("says how long to wait after too many submissions", async () => {
    const { publicKey } = await openForm();
    changeSettings({ intakeIpRateLimit: 1 });
    await postVisit(publicKey, HELLO);
    const { response, body } = await answerTo(publicKey);
    expect(response.status).toBe(429);
    expect(ScriptErrorBody.parse(body).message).toMatch(
      /Please wait \d+ seconds? and send your message/,
    );
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

describe("a form that answers scripts with text", () => {
  const TEXT = { scriptAnswer: "text" } as const;

  async function textOf(publicKey: string, post: Post) {
    const response = await postVisit(publicKey, post);
    const type = response.headers.get("content-type");
    return [response.status, type, await response.text()];
  }

  const PLAIN = "text/plain; charset=utf-8";

  test("says OK, also to bots and repeats, or what's wrong", async () => {
    const { publicKey } = await formWithEmail(TEXT);
    const json = { "your-mail": "ada@example.com" };
    const headers = { origin: "https://shop.example" };
    for (const post of [{ json, headers }, { json, headers }, { json: { ...json, botcheck: "x" } }])
      expect(await textOf(publicKey, post)).toEqual([200, PLAIN, "OK"]);
    const rejected = await textOf(publicKey, { json: { "your-mail": "ada" } });
    expect(rejected).toEqual([422, PLAIN, expect.stringContaining("Work email must be an email")]);
    changeSettings({ intakeIpRateLimit: 1 });
    const [status, type] = await textOf(publicKey, { json });
    expect([status, type]).toEqual([429, PLAIN]);
  });

  test("does so even where the headers are enough to reject a submission", async () => {
    const { publicKey } = await formWithEmail(TEXT);
    const post = { raw: "<a/>", contentType: "text/xml" };
    cachedForms.clear();
    expect(await textOf(publicKey, post)).toEqual([
      415,
      PLAIN,
      expect.stringMatching(/^We couldn’t read your message\. .*\.$/),
    ]);
  });

  test.each<[string, string, string]>([
    ["anything", "*/*", PLAIN],
    ["axios", "application/json, text/plain, */*", PLAIN],
    ["text", "text/plain, */*; q=0.01", PLAIN],
    ["/form.js", "application/json", "application/json; charset=utf-8"],
    ["jQuery", "application/json, text/javascript, */*; q=0.01", "application/json; charset=utf-8"],
  ])("gives JSON only to scripts that prefer it: %s", async (_client, accept, type) => {
    const { publicKey } = await formWithEmail(TEXT);
    const headers = { accept };
    for (const mail of ["ada@example.com", "ada"]) {
      const post = { json: { "your-mail": mail }, headers };
      expect((await textOf(publicKey, post))[1]).toBe(type);
    }
  });

  test("answers forms without a script as before", async () => {
    const { publicKey } = await formWithEmail(TEXT);
    const form = { "your-mail": "ada@example.com" };
    const headers = { accept: BROWSER_ACCEPT };
    expect((await postVisit(publicKey, { form, headers })).status).toBe(303);
    const htmx = await textOf(publicKey, { form, headers: { "hx-request": "true" } });
    expect(htmx.slice(0, 2)).toEqual([200, "text/html; charset=utf-8"]);
  });
});
