import { expect, test } from "vitest";
import { showHostedForm, showThanks } from "#lib/entry/intake/hosted-form";
import { BROWSER_ACCEPT, openPage, postVisit } from "#tests/support/contract/intake";
import { openForm } from "#tests/support/factories/factories";

const SITE = "https://shop.example";
const OURS = "http://localhost:3000";
const ACROSS = "strict-origin-when-cross-origin";

type Sent = { headers?: Record<string, string>; fields?: Record<string, string> };

/** Sends a form from a website's page, as a browser does. */
function send(publicKey: string, { headers = {}, fields = {} }: Sent): Promise<Response> {
  const from = { accept: BROWSER_ACCEPT, origin: SITE, referer: `${SITE}/` };
  const form = { message: "hello", ...fields };
  return postVisit(publicKey, { form, headers: { ...from, ...headers } });
}

const locationOf = async (sent: Promise<Response>) => (await sent).headers.get("location");

/** The link of the thank-you page at this address. */
async function linkAt(address: string, headers: Record<string, string> = {}) {
  const [, publicKey = "", query = ""] = /^\/f\/(\w+)\/thanks(\?.*)?$/.exec(address) ?? [];
  const page = await (await openPage(showThanks, publicKey, headers, query)).text();
  return /<a href="([^"]*)">([^<]*)</.exec(page)?.slice(1) ?? null;
}

test("pages under /f/, errors, and redirects let browsers name the visitor's site, as other pages don't", async () => {
  const form = await openForm();
  const responses = [
    await openPage(showHostedForm, form.publicKey),
    await openPage(showHostedForm, "unknown"),
    await openPage(showThanks, form.publicKey),
    await send(form.publicKey, {}),
    await send(form.publicKey, { fields: { message: " " } }),
    await postVisit(form.publicKey, { json: { message: "hello" } }),
  ];
  expect(responses.map(({ headers }) => headers.get("referrer-policy"))).toEqual(
    responses.map(() => ACROSS),
  );
});

test("the redirect carries a page that the browser won't name, and nothing else", async () => {
  const form = await openForm({ allowedOrigins: [SITE] });
  const thanks = `/f/${form.publicKey}/thanks`;
  const from = (referer: string) => locationOf(send(form.publicKey, { headers: { referer } }));
  expect(await from(`${SITE}/`)).toBe(thanks);
  const page = `${SITE}/contact?a=1&b=ü`;
  const carried = (await from(page)) ?? "";
  expect(carried).toBe(`${thanks}?back=${encodeURIComponent(new URL(page).href)}`);
  expect(await linkAt(carried)).toEqual([
    new URL(page).href.replace("&", "&amp;"),
    "Back to shop.example",
  ]);
  for (const referer of [
    "https://evil.example/page",
    "https://ada:secret@shop.example/page",
    `blob:${SITE}/0000`,
    `${OURS}/f/${form.publicKey}`,
    `${SITE}/${"x".repeat(2_000)}`,
    "shop.example/page",
  ])
    expect(await from(referer), referer).toBe(thanks);
});

test("an address that someone made up leads only to allowed websites", async () => {
  const form = await openForm({ allowedOrigins: [SITE] });
  const at = (back: string) =>
    linkAt(`/f/${form.publicKey}/thanks?back=${encodeURIComponent(back)}`, { referer: `${SITE}/` });
  expect(await at(`${SITE}/contact`)).toEqual([`${SITE}/contact`, "Back to shop.example"]);
  for (const back of [
    "javascript:alert(1)//https://shop.example",
    "data:text/html,hello",
    "https://evil.example/",
    "//evil.example",
    "https://shop.example.evil.example/",
    "https://shop.example@evil.example/",
  ])
    expect(await at(back), back).toBeNull();
});

test("our error page hands on the page that its visitor came from", async () => {
  const form = await openForm();
  const referer = `${SITE}/contact`;
  const rejected = await send(form.publicKey, { headers: { referer }, fields: { message: " " } });
  expect(await rejected.text()).toContain(`name="_service_page" value="${referer}"`);
  const again = {
    headers: { origin: OURS, referer: `${OURS}/f/${form.publicKey}` },
    fields: { _service_page: `${SITE}/` },
  };
  const location = (await locationOf(send(form.publicKey, again))) ?? "";
  expect(await linkAt(location)).toEqual([`${SITE}/`, "Back to shop.example"]);
});

test("a visitor from elsewhere isn't led to our form, where they never were", async () => {
  const form = await openForm();
  const thanks = `/f/${form.publicKey}/thanks`;
  expect(await linkAt(thanks, { "sec-fetch-site": "cross-site" })).toBeNull();
  const own = { "sec-fetch-site": "same-origin", referer: `${OURS}/f/${form.publicKey}` };
  expect((await linkAt(thanks, own))?.[1]).toBe("Send another message");
});
