import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright/test";
import { listPages, patternOf } from "#tests/e2e/support/routes";
import { expect, signIn, test } from "#tests/e2e/support/test";

/** The weight of the first visit to a page, in compressed bytes. */
type PageWeight = { name: string; scripts: number; html: number };

/** A heading in the part of a page that loads last: on a slow machine, the network may be idle before that. */
const LAST_HEADINGS: Readonly<Record<string, string>> = { message: "Notes" };

/**
 * Opens a page with an empty cache and measures its document and every script it requests. The pages that it
 * prefetches when it's idle are weighed by themselves.
 */
async function weighPage(page: Page, name: string, path: string): Promise<PageWeight> {
  await page.route("**/*", (route) =>
    "next-router-prefetch" in route.request().headers() ? route.abort() : route.continue(),
  );
  const scripts: Promise<number>[] = [];
  const weigh = (response: Response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  };
  page.on("response", weigh);
  const document = await page.goto(path, { waitUntil: "networkidle" });
  const last = LAST_HEADINGS[name];
  if (last !== undefined) await page.getByRole("heading", { name: last }).waitFor();
  page.off("response", weigh);
  const sizes = await Promise.all(scripts);
  return {
    name,
    scripts: sizes.reduce((sum, size) => sum + size, 0),
    html: gzipSync((await document?.body()) ?? "").byteLength,
  };
}

/** Scripts of a page's first load, compressed as the browser gets them. */
const MAX_SCRIPT_BYTES = 160_000;
/**
 * The form's editor has one for every type of field, templates, and its pages' texts; the inbox loads its query cache,
 * and an open message loads its view and what its form's fields need.
 */
const MAX_OTHER_SCRIPT_BYTES: Readonly<Record<string, number>> = {
  "form editor": 167_000,
  inbox: 170_000,
  message: 180_000,
};
/** Everything that a visitor's page loads. */
const MAX_VISITOR_BYTES = 20_000;

test("no page loads anything from other hosts, or more scripts than its budget, usually 160 KB", async ({
  browser,
  world,
  serviceUrl,
}) => {
  // Some thirty pages, each until its network is idle.
  test.slow();
  const { form, message, notification, deliveryId, destinationId, destinationDeliveryId } = world;
  const signedIn = {
    "get started": "/welcome",
    inbox: "/inbox",
    message: `/inbox?message=${message.id}`,
    forms: "/forms",
    "new form": "/forms/new",
    "form file": "/forms/new/file",
    form: `/forms/${form.id}`,
    "form install": `/forms/${form.id}/install`,
    "form editor": `/forms/${form.id}/form`,
    notify: `/forms/${form.id}/notify`,
    "form settings": `/forms/${form.id}/settings`,
    "import messages": `/forms/${form.id}/settings/import`,
    "spam protection": `/forms/${form.id}/settings/spam`,
    routing: `/forms/${form.id}/notify/routing`,
    "auto-reply": `/forms/${form.id}/notify/auto-reply`,
    webhook: `/forms/${form.id}/integrations/webhook`,
    "webhook delivery": `/forms/${form.id}/integrations/webhook/deliveries/${deliveryId}`,
    "receiver test": `/forms/${form.id}/integrations/webhook/test`,
    integrations: `/forms/${form.id}/integrations`,
    destination: `/forms/${form.id}/integrations/${destinationId}`,
    "destination delivery": `/forms/${form.id}/integrations/${destinationId}/deliveries/${destinationDeliveryId}`,
    diagnostics: `/forms/${form.id}/diagnostics`,
    recipients: "/recipients",
    "API tokens": "/tokens",
    "new token": "/tokens/new",
    deliveries: "/deliveries",
    usage: "/usage",
    "spam filter": "/settings/spam",
    "saved replies": "/settings/saved-replies",
    "test inbox": "/test-inbox",
    "captured email": `/test-inbox/${notification.id}`,
    settings: "/settings",
    "company sign-in": "/settings/sign-in",
    brand: "/settings/brand",
    security: "/settings/security",
    notifications: "/settings/notifications",
    members: "/settings/members",
    "data and privacy": "/settings/data",
    "audit log": "/settings/audit",
    "delete workspace": "/settings/delete",
    "service status": "/operator",
  };
  const signedOut = {
    "sign in": "/sign-in",
    "sign-in code": "/sign-in/code",
    "sign in with a company": "/sign-in/company",
    "sign-in problem": "/sign-in/problem?reason=sign_in_first",
    "sign up": "/sign-up",
    "reset password": "/reset-password",
    "new address": "/confirm-email",
    deleted: "/deleted",
    invitation: "/invitation?token=unknown",
    "no access": "/no-access",
    "connect an app": "/connect?client_id=unknown",
    documentation: "/docs",
    guide: "/docs/webhooks",
    "API overview": "/docs/api",
    "API resource": "/docs/api/webhooks",
  };
  const paths = Object.values({ ...signedOut, ...signedIn }).map((path) => path.split("?")[0]);
  for (const page of await listPages())
    expect(paths, `weigh ${page} as well`).toContainEqual(expect.stringMatching(patternOf(page)));
  const weights = [];
  const requested: string[] = [];
  for (const [name, path] of Object.entries({ ...signedOut, ...signedIn })) {
    // A separate context with an empty cache.
    const context = await browser.newContext({ baseURL: serviceUrl });
    if (name in signedIn)
      await signIn(context, name === "service status" ? world.team.operator : world.owner);
    const page = await context.newPage();
    page.on("request", (request) => requested.push(request.url()));
    weights.push(await weighPage(page, name, path));
    await context.close();
  }
  console.table(weights);
  const ours = new RegExp(`^(data:|${serviceUrl}/)`);
  expect(requested.filter((url) => !ours.test(url))).toEqual([]);
  for (const { name, scripts } of weights) {
    expect(scripts, name).toBeGreaterThan(0);
    expect(scripts, name).toBeLessThan(MAX_OTHER_SCRIPT_BYTES[name] ?? MAX_SCRIPT_BYTES);
  }
});

test("visitor pages are under 20 KB in total, and load nothing else, not even a script", async ({
  page,
  world,
  serviceUrl,
}) => {
  const { form, pausedForm, openLink } = world;
  const paths = {
    "hosted form": `/f/${form.publicKey}`,
    thanks: `/f/${form.publicKey}/thanks`,
    "closed form": `/f/${pausedForm.publicKey}`,
    "no form": "/f/unknown",
    "confirm address": openLink.replace(serviceUrl, ""),
    "link over": "/verify-recipient?token=unknown",
    "opt-out": "/opt-out?token=unknown",
    "mark spam": "/mark-spam?token=unknown",
    "confirm message": "/confirm-message?token=unknown",
  };
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.resourceType()));
  const weights = [];
  for (const [name, path] of Object.entries(paths)) {
    weights.push(await weighPage(page, name, path));
    const { length } = await (await page.request.get(path)).body();
    expect(length, name).toBeLessThan(MAX_VISITOR_BYTES);
  }
  console.table(weights);
  expect(new Set(asked)).toEqual(new Set(["document"]));
});
