import { listPages } from "#tests/e2e/support/routes";
import { expect, test } from "#tests/e2e/support/test";
import { type Action, listActions } from "#tests/support/contract/app-sources";
import type { Owner } from "#tests/support/factories/owner";

/** Calls an action as the framework's own script would, without arguments. */
function call(baseUrl: string, { id, path }: Action, headers: Record<string, string>) {
  return fetch(baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers: { "next-action": id, "content-type": "text/plain;charset=UTF-8", ...headers },
    body: "[]",
  });
}

const FOREIGN: readonly Record<string, string>[] = [
  {},
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

const cookieOf = ({ cookie }: Owner) => `${cookie.name}=${cookie.value}`;

/** Every server action, with the URL of one of this owner's pages. */
async function listOwnActions(owner: Owner, formId: string): Promise<Action[]> {
  const [mail] = await owner.listEmails();
  const unknown = "01a00000-0000-7000-8000-000000000000";
  const ids = { "[formId]": formId, "[emailId]": mail?.id ?? "", "[deliveryId]": unknown };
  const actions = await listActions(ids);
  expect(actions.length).toBeGreaterThan(40);
  return actions;
}

test("the previews' routes reject requests from another site @matrix", async ({ owner, form }) => {
  const cookie = cookieOf(owner);
  const ofForm = `forms/${form.id}`;
  for (const path of [
    `${ofForm}/notify/auto-reply/preview`,
    `${ofForm}/form/preview`,
    "settings/brand/preview",
  ])
    for (const headers of FOREIGN) {
      const answer = await fetch(`${owner.baseUrl}/${path}`, {
        method: "POST",
        headers: { cookie, ...headers },
        body: new URLSearchParams({ subject: "x", message: "x" }),
      });
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
    }
});

test("another site can't frame a captured email @matrix", async ({ owner }) => {
  await owner.addVerifiedRecipient();
  const [mail] = await owner.listEmails();
  const read = (headers: Record<string, string>) =>
    fetch(`${owner.baseUrl}/test-inbox/${mail?.id}/preview`, {
      headers: { cookie: cookieOf(owner), ...headers },
    });
  for (const site of ["cross-site", "same-site"])
    expect((await read({ "sec-fetch-site": site })).status, site).toBe(403);
  for (const site of ["same-origin", "none"])
    expect((await read({ "sec-fetch-site": site })).status, site).toBe(200);
});

test("an API token opens no dashboard page and runs no action, even with a session @matrix", async ({
  owner,
}) => {
  const form = await owner.createForm("Contact");
  const actions = await listOwnActions(owner, form.id);
  const { token } = await owner.createToken("Program");
  const bearer = { authorization: `Bearer ${token}`, origin: owner.baseUrl };
  const pages = (await listPages()).filter((route) => !/^docs(?:\/|$)/.test(route));
  for (const headers of [bearer, { ...bearer, cookie: cookieOf(owner) }]) {
    for (const action of [...actions, ...actions.map((one) => ({ ...one, path: "/docs" }))]) {
      const answer = await call(owner.baseUrl, action, headers);
      expect(answer.status, `${action.name} at ${action.path}`).toBe(403);
      expect(await answer.json()).toMatchObject({ error: { code: "bearer_not_allowed" } });
    }
    for (const route of pages) {
      const path = route.replace("[formId]", form.id).replace(/\[\w+\]/g, form.id);
      for (const accept of ["application/json", "text/x-component"]) {
        const answer = await fetch(`${owner.baseUrl}/${path}`, { headers: { ...headers, accept } });
        expect(answer.status, path).toBe(403);
        expect(await answer.json()).toMatchObject({ error: { code: "bearer_not_allowed" } });
      }
    }
  }
  const docs = await fetch(`${owner.baseUrl}/docs`, { headers: bearer });
  expect(docs.status).toBe(200);
});

test("a proxy that adds an Authorization header gets an error that shows what to change @matrix", async ({
  browser,
  serviceUrl,
}) => {
  const extraHTTPHeaders = { authorization: "Basic b3duZXI6cGFzcw==" };
  const context = await browser.newContext({ baseURL: serviceUrl, extraHTTPHeaders });
  const page = await context.newPage();
  expect((await page.goto("/sign-in"))?.status()).toBe(403);
  await expect(
    page.getByRole("heading", { name: "Remove the Authorization header" }),
  ).toBeVisible();
  await context.close();
});
