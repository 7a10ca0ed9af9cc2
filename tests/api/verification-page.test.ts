import { expect, test } from "vitest";
import { forWeb } from "#lib/http/http-types";
import { verifyRecipientPage } from "#lib/http/link-pages";
import { addRecipient } from "#lib/recipients/add-recipient";
import { listRecipients } from "#lib/recipients/store";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";
import { forgetVerificationEmails, linkSecrets } from "#tests/support/factories/queued-emails";

const ADDRESS = "http://localhost:3000/verify-recipient";
const EMAIL = "ada@example.com";

async function setUp(agoMs = 1000) {
  await forgetVerificationEmails(EMAIL);
  const workspace = await createWorkspace();
  await addRecipient(contextAt(workspace, new Date(Date.now() - agoMs)), { email: EMAIL });
  const [secret = ""] = await linkSecrets(workspace, EMAIL);
  const statusOf = async () => (await listRecipients(workspace.ctx))[0]?.status;
  return { secret, statusOf };
}

function show(secret: string): Promise<Response> {
  const url = `${ADDRESS}?token=${encodeURIComponent(secret)}`;
  return forWeb(verifyRecipientPage.show)(new Request(url));
}

function confirm(body: string, type = "application/x-www-form-urlencoded"): Promise<Response> {
  const headers = { "content-type": type };
  const request = new Request(ADDRESS, { method: "POST", headers, body });
  return forWeb(verifyRecipientPage.press)(request, () => undefined);
}

/** The text of a response that must be an uncacheable page. */
async function textOf(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  return response.text();
}

test("the verification page names workspace and address, and opening it changes nothing", async () => {
  const { secret, statusOf } = await setUp();
  for (let times = 0; times < 2; times += 1) {
    const page = await textOf(await show(secret), 200);
    expect(page).toContain(EMAIL);
    expect(page).toContain("<bdi>Example workspace</bdi> wants to send");
    expect(page).toMatch(/<form[^>]*method="post"/);
    expect(page).toContain(`value="${secret}"`);
    expect(page).toContain("Confirm");
  }
  expect(await statusOf()).toBe("pending");
});

test("the button verifies the address, and a used link shows 'already confirmed'", async () => {
  const { secret, statusOf } = await setUp();
  expect(await textOf(await confirm(`token=${secret}`), 200)).toContain("confirmed");
  expect(await statusOf()).toBe("verified");
  for (const response of [await show(secret), await confirm(`token=${secret}`)])
    expect((await textOf(response, 200)).toLowerCase()).toContain("already confirmed");
});

test("every page of a link that was used or has expired leads those who manage forms to the dashboard", async () => {
  const { secret } = await setUp();
  const pages = [await confirm(`token=${secret}`), await show(secret), await show("unknown")];
  for (const page of await Promise.all(pages.map((response) => response.text())))
    expect(page).toContain('Is this your form? <a href="/">Go to the dashboard</a>');
});

test("an expired or unknown verification link gets a page with the next step", async () => {
  const { secret, statusOf } = await setUp(24 * 3_600_000 + 1000);
  for (const wrong of [secret, "unknown", "", "\u0000", "<script>"])
    for (const response of [
      await show(wrong),
      await confirm(`token=${encodeURIComponent(wrong)}`),
    ]) {
      const page = await textOf(response, 410);
      expect(page).toContain("Ask");
      expect(page).not.toContain("<script>");
    }
  expect(await statusOf()).toBe("pending");
});

test("the verification page rejects a body that isn't a form", async () => {
  const { secret, statusOf } = await setUp();
  await textOf(await confirm(JSON.stringify({ token: secret }), "application/json"), 415);
  await textOf(await confirm(`token=${secret}&pad=${"x".repeat(40_000)}`), 413);
  await textOf(await confirm(""), 410);
  expect(await statusOf()).toBe("pending");
});
