import { parse } from "devalue";
import { expect, test } from "vitest";
import { showThanks } from "#lib/entry/intake/hosted-form";
import {
  acceptedId,
  BROWSER_ACCEPT,
  openPage,
  postVisit,
  rejectionCode,
} from "#tests/support/contract/intake";
import { openForm } from "#tests/support/factories/factories";

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
