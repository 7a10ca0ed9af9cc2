import { expect, test } from "vitest";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { listRecipients } from "#lib/domain/recipients/store";
import { findVerification, verifyRecipient } from "#lib/domain/recipients/verification";
import { verifyRecipientPage } from "#lib/entry/visitor-pages/link-pages";
import { openLinkPage } from "#tests/support/contract/link-page";
import { callerAt, contextAt, createWorkspace } from "#tests/support/factories/factories";
import { forgetVerificationEmails, linkSecrets } from "#tests/support/factories/queued-emails";

const HOUR_MS = 3_600_000;
const EMAIL = "ada@example.com";

async function setUp() {
  await forgetVerificationEmails(EMAIL);
  const workspace = await createWorkspace();
  const at = (ms: number) => new Date(workspace.ctx.now.getTime() + ms);
  const mail = async (ms: number) => {
    await addRecipient(contextAt(workspace, at(ms)), { email: EMAIL });
    return (await linkSecrets(workspace, EMAIL)).at(-1) ?? "";
  };
  const recipient = async () => (await listRecipients(workspace.ctx))[0];
  return { workspace, at, mail, recipient };
}

test("a used verification link says it was used, even after it expires", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  await verifyRecipient(secret, callerAt(at(1000)));
  const confirmed = { state: "already_confirmed", email: EMAIL };
  for (const later of [2000, 25 * HOUR_MS]) {
    expect(await findVerification(secret, at(later))).toEqual(confirmed);
    expect(await verifyRecipient(secret, callerAt(at(later)))).toEqual(confirmed);
  }
  expect(await recipient()).toMatchObject({ verifiedAt: at(1000).getTime() });
});

test("only one of two concurrent verifications verifies the address", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  const states = await Promise.all(
    [1000, 1001, 1002].map((ms) => verifyRecipient(secret, callerAt(at(ms)))),
  );
  expect(states.map(({ state }) => state).toSorted()).toEqual([
    "already_confirmed",
    "already_confirmed",
    "open",
  ]);
  expect(await recipient()).toMatchObject({ status: "verified" });
});

test("a verification link is valid for exactly 24 hours, and a resend replaces it", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  expect(await findVerification(secret, at(24 * HOUR_MS - 1))).toMatchObject({ state: "open" });
  expect(await findVerification(secret, at(24 * HOUR_MS))).toEqual({ state: "invalid" });
  expect(await verifyRecipient(secret, callerAt(at(24 * HOUR_MS)))).toEqual({ state: "invalid" });
  expect(await recipient()).toMatchObject({ status: "pending" });
  const second = await mail(25 * HOUR_MS);
  expect(await findVerification(secret, at(25 * HOUR_MS))).toEqual({ state: "invalid" });
  const verified = await verifyRecipient(second, callerAt(at(26 * HOUR_MS)));
  expect(verified).toMatchObject({ state: "open" });
});

test("both verification links work after a resend; using one marks the other as used", async () => {
  const { at, mail } = await setUp();
  const first = await mail(0);
  const second = await mail(60_000);
  expect(second).not.toBe(first);
  expect(await findVerification(first, at(61_000))).toMatchObject({ state: "open" });
  await verifyRecipient(second, callerAt(at(62_000)));
  expect(await verifyRecipient(first, callerAt(at(63_000)))).toMatchObject({
    state: "already_confirmed",
  });
});

const ADDRESS = "http://localhost:3000/verify-recipient";

async function openLink(sentAtMs = 0) {
  const { mail, recipient } = await setUp();
  const secret = await mail(sentAtMs);
  return { secret, statusOf: async () => (await recipient())?.status };
}

const page = openLinkPage(verifyRecipientPage);
const linkTo = (secret: string) => `${ADDRESS}?token=${encodeURIComponent(secret)}`;
const show = (secret: string) => page.show(linkTo(secret));
const confirm = (secret: string) => page.press(linkTo(secret));

/** The text of a response that must be an uncacheable page. */
async function textOf(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  return response.text();
}

test("the verification page names workspace and address, and opening it changes nothing", async () => {
  const { secret, statusOf } = await openLink();
  for (let times = 0; times < 2; times += 1) {
    const text = await textOf(await show(secret), 200);
    expect(text).toContain(EMAIL);
    expect(text).toContain("<bdi>Example workspace</bdi> wants to send");
    expect(text).toMatch(/<form[^>]*method="post"/);
    expect(text).toContain(`value="${secret}"`);
    expect(text).toContain("Confirm");
  }
  expect(await statusOf()).toBe("pending");
});

/** Leads those who manage forms to the dashboard. */
const DASHBOARD = 'Is this your form? <a href="/">Go to the dashboard</a>';

test("the button verifies the address, and a used link shows 'already confirmed'", async () => {
  const { secret, statusOf } = await openLink();
  const confirmed = await textOf(await confirm(secret), 200);
  expect(confirmed).toContain("confirmed");
  expect(confirmed).toContain(DASHBOARD);
  expect(await statusOf()).toBe("verified");
  for (const response of [await show(secret), await confirm(secret)]) {
    const text = await textOf(response, 200);
    expect(text.toLowerCase()).toContain("already confirmed");
    expect(text).toContain(DASHBOARD);
  }
});

test("an expired or unknown verification link gets a page with the next step", async () => {
  const { secret, statusOf } = await openLink(-24 * HOUR_MS - 1000);
  for (const wrong of [secret, "unknown", "", "\u0000", "<script>"])
    for (const response of [await show(wrong), await confirm(wrong)]) {
      const text = await textOf(response, 410);
      expect(text).toContain("Ask");
      expect(text).toContain(DASHBOARD);
      expect(text).not.toContain("<script>");
    }
  expect(await statusOf()).toBe("pending");
});
