import { parse } from "devalue";
import { describe, expect, test } from "vitest";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { saveOptions } from "#lib/domain/forms/options/form-options";
import { type Options, UNSAVED_OPTIONS } from "#lib/domain/forms/options/options-schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { cachedForms } from "#lib/domain/intake/open-form";
import { showThanks } from "#lib/entry/intake/hosted-form";
import { ScriptErrorBody } from "#tests/support/contract/check-answer";
import {
  acceptedId,
  BROWSER_ACCEPT,
  openPage,
  type Post,
  postVisit,
  rejectionCode,
} from "#tests/support/contract/intake";
import { ADA, createConfirmForm } from "#tests/support/factories/confirmation-factories";
import { createOwnForm, openForm } from "#tests/support/factories/factories";
import { passedChallenge } from "#tests/support/factories/reply-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

/** Reads an action result like SvelteKit does. */
function deserialize(text: string) {
  const { data, ...result } = JSON.parse(text);
  return data === undefined ? result : { ...result, data: parse(data) };
}

/** Sends a form without the Accept header of a browser. */
function submit(
  publicKey: string,
  headers: Record<string, string>,
  fields = { message: "hello" },
): Promise<Response> {
  const raw = new URLSearchParams(fields).toString();
  return postVisit(publicKey, { raw, contentType: "application/x-www-form-urlencoded", headers });
}

test.each<[string, Record<string, string>, number]>([
  ["no Accept", {}, 200],
  ["fetch, XHR, axios, and curl: */*", { accept: "*/*" }, 200],
  ["Chromium's form post", { accept: BROWSER_ACCEPT }, 303],
  ["Safari's form post", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }, 303],
  ["text/* without text/html", { accept: "text/*" }, 200],
  ["an XHTML client without text/html", { accept: "application/xhtml+xml" }, 200],
  ["text/html with q=0", { accept: "text/html;q=0, */*" }, 200],
  ["application/json", { accept: "application/json" }, 200],
  ["application/json with q=0", { accept: "application/json;q=0" }, 200],
  ["HTML but not JSON", { accept: "application/json;q=0, text/html;q=0.1" }, 303],
  ["JSON as much as HTML", { accept: "text/html, application/json" }, 200],
  ["JSON less than HTML", { accept: "application/json;q=0.8, text/html" }, 303],
  ["JSON more than HTML", { accept: "text/html;q=0.5, application/json;q=0.9" }, 200],
  ["a browser with X-Requested-With", { accept: BROWSER_ACCEPT, "x-requested-with": "x" }, 200],
  ["a browser's User-Agent alone", { "user-agent": "Mozilla/5.0 (X11) Chrome/153" }, 200],
])("returns JSON or a redirect depending on the client: %s", async (_client, headers, status) => {
  const form = await openForm();
  const response = await submit(form.publicKey, headers);
  expect(response.status).toBe(status);
  if (status === 303) expect(response.headers.get("location")).toBe(`/f/${form.publicKey}/thanks`);
  else expect(await acceptedId(response)).toMatch(/^[0-9a-f-]{36}$/);
});

test.each(["application/json", "text/plain;charset=UTF-8"])(
  "returns JSON for JSON sent as %s, even to a browser",
  async (contentType) => {
    const form = await openForm();
    const response = await postVisit(form.publicKey, {
      raw: '{"message":"hello"}',
      contentType,
      headers: { accept: BROWSER_ACCEPT },
    });
    expect(response.status).toBe(200);
  },
);

test("the thank-you page leads back to the page of an allowed website, and nowhere else", async () => {
  const form = await openForm({ allowedOrigins: ["https://shop.example"] });
  const thanksFrom = async (referer: string) =>
    (await openPage(showThanks, form.publicKey, { referer })).text();
  const back = "https://shop.example/contact?a=%22";
  expect(await thanksFrom(back)).toContain(`<a href="${back}">Back to shop.example</a>`);
  for (const referer of ["", "https://evil.example/", "javascript:alert(1)", "shop.example"])
    expect(await thanksFrom(referer)).not.toContain("<a ");
  const open = await openForm();
  const referer = `http://localhost:3000/f/${open.publicKey}`;
  const hosted = await openPage(showThanks, open.publicKey, { referer });
  expect(await hosted.text()).toContain(">Send another message</a>");
});

test.each([
  ["https://example.com/thank-you?from=form", "https://example.com/thank-you?from=form"],
  [
    "https://bücher.example/日本?ä=1#ü",
    "https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC?%C3%A4=1#%C3%BC",
  ],
])("redirects a browser to the owner's page %s, encoded", async (redirectUrl, location) => {
  const form = await openForm({ redirectUrl });
  const response = await submit(form.publicKey, { accept: BROWSER_ACCEPT });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(location);
});

test("names the owner's page to scripts, even for a honeypot hit", async () => {
  const redirectUrl = "https://example.com/thank-you";
  const form = await openForm({ redirectUrl });
  const plain = await openForm();
  for (const fields of [{ message: "hello" }, { message: "hello", botcheck: "x" }]) {
    const response = await submit(form.publicKey, {}, fields);
    expect(response.status).toBe(200);
    expect(response.headers.get("hx-redirect")).toBe(redirectUrl);
    expect((await submit(plain.publicKey, {}, fields)).headers.get("hx-redirect")).toBeNull();
  }
});

test("returns a fragment to htmx, or the owner's page in HX-Redirect", async () => {
  const form = await openForm();
  const shown = await submit(form.publicKey, { "hx-request": "true" });
  expect(shown.status).toBe(200);
  expect(shown.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await shown.text()).toMatch(/^<p role="status">[^<]+<\/p>$/);
  const redirecting = await openForm({ redirectUrl: "https://example.com/done" });
  const redirected = await submit(redirecting.publicKey, { "hx-request": "true" });
  expect(redirected.status).toBe(200);
  expect(redirected.headers.get("hx-redirect")).toBe("https://example.com/done");
  expect(redirected.headers.get("access-control-expose-headers")).toContain("HX-Redirect");
});

test("returns an action result to SvelteKit, or a redirect to the owner's page", async () => {
  const headers = { accept: "application/json", "x-sveltekit-action": "true" };
  const form = await openForm();
  const stayed = await submit(form.publicKey, headers);
  expect(stayed.status).toBe(200);
  expect(deserialize(await stayed.text())).toEqual({
    type: "success",
    status: 200,
    data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), receivedAt: expect.any(Number) },
  });
  const redirecting = await openForm({ redirectUrl: "https://example.com/done" });
  const redirected = await submit(redirecting.publicKey, headers);
  expect(deserialize(await redirected.text())).toEqual({
    type: "redirect",
    status: 303,
    location: "https://example.com/done",
  });
});

test.each<[string, Record<string, string>, string]>([
  ["a script", {}, "application/json; charset=utf-8"],
  ["a browser", { accept: BROWSER_ACCEPT }, "text/html; charset=utf-8"],
  ["htmx", { "hx-request": "true" }, "text/html; charset=utf-8"],
])("returns the error to %s with status 422", async (_client, headers, type) => {
  const form = await openForm();
  const response = await submit(form.publicKey, headers, { message: "" });
  expect(response.status).toBe(422);
  expect(response.headers.get("content-type")).toBe(type);
});

test("returns the error to SvelteKit as the form's data", async () => {
  const form = await openForm();
  const fields = { message: "hello", note: "x".repeat(20_001) };
  const response = await submit(form.publicKey, { "x-sveltekit-action": "true" }, fields);
  expect(response.status).toBe(422);
  const message = "must be at most 20,000 characters";
  expect(deserialize(await response.text())).toMatchObject({
    type: "failure",
    status: 422,
    data: { error: { code: "validation_failed", details: [{ path: "note", message }] } },
  });
});

test("lists invalid fields in the fragment for htmx and escapes their names", async () => {
  const form = await openForm();
  const fields = { message: "hello", "<b>note</b>": "x".repeat(20_001) };
  const response = await submit(form.publicKey, { "hx-request": "true" }, fields);
  expect(response.status).toBe(422);
  const fragment = await response.text();
  expect(fragment).toMatch(/^<div role="alert">/);
  expect(fragment).toContain(
    "<bdi>&lt;b&gt;note&lt;/b&gt;</bdi> must be at most 20,000 characters.",
  );
});

test.each(["hello", "[1]", '"text"', "{", ""])(
  "rejects plain text %j as JSON or a page, because it has neither a field nor a JSON object",
  async (raw) => {
    const { publicKey } = await openForm();
    const post = { raw, contentType: "text/plain" };
    const response = await postVisit(publicKey, post);
    expect(response.status).toBe(422);
    expect(await rejectionCode(response)).toBe(raw === "{" ? "invalid_json" : "empty_submission");
    const page = await postVisit(publicKey, { ...post, headers: { accept: BROWSER_ACCEPT } });
    expect(page.status).toBe(422);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  },
);

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
