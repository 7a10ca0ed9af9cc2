import { expect, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";

const FOREIGN: readonly Record<string, string>[] = [
  {},
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

const cookieOf = ({ cookie }: Owner) => `${cookie.name}=${cookie.value}`;

test("the form pages' routes reject requests from another site", async ({ owner, form }) => {
  const cookie = cookieOf(owner);
  for (const path of ["auto-reply/preview", "fields/preview", "webhook/receiver-test"])
    for (const headers of FOREIGN) {
      const answer = await fetch(`${owner.baseUrl}/forms/${form.id}/${path}`, {
        method: "POST",
        headers: { cookie, ...headers },
        body: new URLSearchParams({ subject: "x", message: "x" }),
      });
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
    }
});

test("another site can't frame a captured email", async ({ owner }) => {
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

test("a proxy that adds an Authorization header gets an error that shows what to change", async ({
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
