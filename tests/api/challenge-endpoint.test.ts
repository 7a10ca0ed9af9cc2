import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { Challenge } from "#lib/domain/forms/challenge/schema";
import { updateForm } from "#lib/domain/forms/update-form";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { checkOwnChallenge } from "#lib/domain/intake/own-challenge";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { serveChallenge } from "#lib/entry/intake/serve-challenge";
import { openPage, postVisit, rejectionCode } from "#tests/support/contract/intake";
import {
  askForChallenge,
  createChallengeForm,
  solutionOf,
} from "#tests/support/factories/challenge-factories";
import { createOwnForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const SITE = "https://shop.example.com";

type Ask = { address?: string; origin?: string; query?: string };

function ask(publicKey: string, { address = "203.0.113.7", origin, query = "" }: Ask = {}) {
  const headers = { "x-fis-client-address": address, ...(origin ? { origin } : {}) };
  return openPage(serveChallenge, publicKey, headers, query);
}

test("a form's challenge can be solved by ALTCHA's library, and then passes", async () => {
  const { form } = await createChallengeForm();
  const response = await ask(form.publicKey);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const challenge = Challenge.parse(await response.json());
  const open = await findOpenForm(form.publicKey);
  if (!open) throw new Error("the form doesn't exist");
  const solution = { text: await solutionOf(challenge), requestId: newId() };
  const sent = { solution, repeatKey: null };
  expect(await checkOwnChallenge(visitorContext(open, new Date()), open, sent)).toBe("passed");
});

test("no two challenges are the same", async () => {
  const { form } = await createChallengeForm();
  const [first, second] = await Promise.all([ask(form.publicKey), ask(form.publicKey)]);
  expect(await first.text()).not.toBe(await second.text());
});

test("a form that doesn't ask, and one that doesn't exist, have no challenge", async () => {
  const { form } = await createOwnForm();
  for (const publicKey of [form.publicKey, "x".repeat(24), "no-key"]) {
    const response = await ask(publicKey);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await rejectionCode(response)).toBe("not_found");
  }
  const query = "?optional=1";
  expect((await ask(form.publicKey, { query })).status).toBe(204);
  expect((await ask("x".repeat(24), { query })).status).toBe(404);
});

test("a paused form has no challenge", async () => {
  const { ctx, form } = await createChallengeForm();
  await updateForm(ctx, form.id, { status: "paused" });
  const response = await ask(form.publicKey);
  expect(response.status).toBe(403);
  expect(await rejectionCode(response)).toBe("form_paused");
});

test("scripts of sites that the form accepts may read the challenge, and no others", async () => {
  const { form } = await createChallengeForm({ allowedOrigins: [SITE] });
  const allowed = await ask(form.publicKey, { origin: SITE });
  expect(allowed.headers.get("access-control-allow-origin")).toBe(SITE);
  expect(allowed.headers.get("vary")).toBe("Origin");
  const other = await ask(form.publicKey, { origin: "https://evil.example" });
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("challenges are limited like messages, and don't count as such", async () => {
  const { form } = await createChallengeForm();
  const address = "203.0.113.91";
  const limit = 3;
  changeSettings({ intakeIpRateLimit: limit });
  const all = await Promise.all(
    Array.from({ length: limit + 1 }, () => ask(form.publicKey, { address })),
  );
  const rejected = all.filter(({ status }) => status === 429);
  expect(rejected).toHaveLength(1);
  expect(Number(rejected[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  const post = await postVisit(form.publicKey, { json: { message: "Hello" }, address });
  expect(post.status).toBe(200);
});

test("the hosted form and its error page load our own script for the challenge, and nothing from elsewhere", async () => {
  const { ctx, form } = await createChallengeForm();
  const pages = async () => [
    await openPage(showHostedForm, form.publicKey),
    await postVisit(form.publicKey, { form: { message: " " } }),
  ];
  for (const page of await pages()) {
    const html = await page.text();
    expect(html).toContain(`data-challenge="/f/${form.publicKey}/challenge"`);
    const [, nonce] = /<script nonce="([^"]+)" src="\/challenge\.js" defer>/.exec(html) ?? [];
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain(`script-src 'nonce-${nonce}';`);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain("cloudflare");
  }
  await askForChallenge(ctx, form, false);
  for (const page of await pages()) {
    expect(await page.text()).not.toContain("challenge");
    expect(page.headers.get("content-security-policy")).not.toContain("connect-src");
  }
});
