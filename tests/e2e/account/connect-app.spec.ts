import { connectPath } from "#tests/e2e/support/connect-app";
import { expect, fillSignIn, test } from "#tests/e2e/support/test";
import type { Owner } from "#tests/support/factories/owner";

/** Where an app of a website waits for the person. */
function pathOf(owner: Owner, website: { origin: string }) {
  return connectPath(owner, { redirectUri: `${website.origin}/cb` });
}

/** What the page brought back to the app. */
const broughtBack = (url: string) => Object.fromEntries(new URL(url).searchParams);

test("an app is connected without JavaScript, after signing in on the way", async ({
  owner,
  website,
  plainPage: page,
}) => {
  await owner.confirmEmail();
  await page.goto(await pathOf(owner, website));
  await fillSignIn(page, owner);
  await expect(page.getByRole("heading", { name: "Connect Desk assistant" })).toBeVisible();
  await page.getByRole("button", { name: "Connect" }).click();
  await page.waitForURL(`${website.origin}/cb?**`);
  const { code, state, iss, error } = broughtBack(page.url());
  expect(code).toMatch(/^fis_mcc_\w{46}$/);
  expect({ state, iss, error }).toEqual({ state: "a state", iss: owner.baseUrl });
});

test("a client in a web page of another site finds out how to sign in, and calls tools with its token", async ({
  owner,
  website,
  dashboard: page,
}) => {
  const { token } = await owner.createToken("Web client");
  await page.goto(website.publish("/client", "<title>Client</title>"));
  const seen = await page.evaluate(
    async ({ url, token }) => {
      const list = (headers: Record<string, string> = {}) =>
        fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2025-11-25",
            ...headers,
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        });
      const challenge = (await list()).headers.get("www-authenticate") ?? "";
      const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
      const { authorization_servers } = await (await fetch(metadata)).json();
      const listed = await list({ authorization: `Bearer ${token}` });
      return { authorization_servers, status: listed.status, text: await listed.text() };
    },
    { url: `${owner.baseUrl}/mcp`, token },
  );
  expect(seen).toMatchObject({ authorization_servers: [owner.baseUrl], status: 200 });
  expect(seen.text).toContain("listForms");
});

test("someone who cancels goes back without a code", async ({
  owner,
  website,
  dashboard: page,
}) => {
  await owner.confirmEmail();
  await page.goto(await pathOf(owner, website));
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(`${website.origin}/cb?**`);
  expect(broughtBack(page.url())).toEqual({
    error: "access_denied",
    state: "a state",
    iss: owner.baseUrl,
  });
});

test("an app with nothing selected isn't connected, and what's wrong is at the list", async ({
  owner,
  dashboard: page,
}) => {
  await owner.confirmEmail();
  await page.goto(await connectPath(owner, { scope: "usage:read" }));
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Select at least one scope.")).toBeVisible();
});

test("an account with an unconfirmed address can't connect an app", async ({
  owner,
  dashboard: page,
}) => {
  await page.goto(await connectPath(owner));
  await expect(page.getByText("Confirm your email address to connect apps.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect", exact: true })).toHaveCount(0);
});

test("the page can't be framed, and its form can't be sent by another site", async ({
  owner,
  website,
  dashboard: page,
}) => {
  await owner.confirmEmail();
  const path = await connectPath(owner);
  const response = await page.goto(path);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self' https://assistant.example;");
  const form = page.locator("form").filter({ hasText: "What the app can do" });
  const fields = await form.evaluate((element: HTMLFormElement) => [...new FormData(element)]);
  const inputs = fields.map(
    ([name, value]) => `<input name="${name}" value="${String(value).replaceAll('"', "&quot;")}">`,
  );
  website.publish(
    "/forged",
    `<form method="post" action="${owner.baseUrl}${path.replaceAll("&", "&amp;")}" enctype="multipart/form-data">${inputs.join("")}<button>Win</button></form>`,
  );
  await page.goto(`${website.origin}/forged`);
  await page.getByRole("button", { name: "Win" }).click();
  await expect(page.getByRole("heading", { name: "This request was rejected" })).toBeVisible();
  await page.goto("/tokens");
  await expect(page.getByText("None yet.")).toBeVisible();
});

test("a request that can't be shown leads nowhere by itself", async ({
  owner,
  dashboard: page,
}) => {
  await owner.confirmEmail();
  const path = await connectPath(owner);
  const elsewhere = path.replace("assistant.example", "evil.example");
  await page.goto(elsewhere);
  await expect(page.getByText("an address that it didn’t register")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the app" })).toHaveCount(0);
  await page.goto(path.replace("S256", "plain"));
  await expect(page.getByText("PKCE")).toBeVisible();
  const back = page.getByRole("link", { name: "Back to the app (assistant.example)" });
  await expect(back).toHaveAttribute("href", /error=invalid_request&state=a\+state&iss=/);
  const inside = new URLSearchParams({ client_id: "https://127.0.0.1/client.json" });
  await page.goto(`/connect?${inside}`);
  await expect(page.getByText("not an IP address")).toBeVisible();
});
