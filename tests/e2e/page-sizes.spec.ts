import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "#scripts/checkout";
import { tableOf, weighPage } from "#tests/e2e/support/page-weight";
import { expect, signIn, test } from "#tests/e2e/support/test";

/** The pages of the app by their routes; those that only lead on have nothing to weigh. */
async function listPages(): Promise<string[]> {
  const files = await Array.fromAsync(glob("**/page.tsx", { cwd: join(ROOT, "app") }));
  const routes = files.map((file) =>
    dirname(file)
      .split("/")
      .filter((part) => !part.startsWith("(") && part !== ".")
      .join("/"),
  );
  return routes.filter((route) => route !== "" && route !== "inbox/[submissionId]").sort();
}

function patternOf(route: string): RegExp {
  return new RegExp(`^/${route.replaceAll(/\[\w+\]/g, "[\\w-]+")}$`);
}

/** UX, ground rules: compressed scripts of a page's first load. */
const MAX_SCRIPT_BYTES = 180_000;
/** UX, visitor's pages: everything that one takes, even uncompressed. */
const MAX_VISITOR_BYTES = 20_000;

test("no page of the dashboard loads more than 180 KB of scripts", async ({
  browser,
  world,
  serviceUrl,
}) => {
  const { form, message, notification } = world;
  const guide = await browser.newContext({ baseURL: serviceUrl });
  await signIn(guide, world.owner);
  const webhookPage = await guide.newPage();
  await webhookPage.goto(`/forms/${form.id}/webhook`);
  const delivery = webhookPage.getByRole("link", { name: /^Message received/ }).first();
  const deliveryPath = (await delivery.getAttribute("href")) ?? "";
  await guide.close();
  const signedIn = {
    "get started": "/welcome",
    inbox: "/inbox",
    message: `/inbox?message=${message.id}`,
    forms: "/forms",
    "new form": "/forms/new",
    form: `/forms/${form.id}`,
    "form settings": `/forms/${form.id}/settings`,
    "spam protection": `/forms/${form.id}/spam-protection`,
    routing: `/forms/${form.id}/routing`,
    "auto-reply": `/forms/${form.id}/auto-reply`,
    webhook: `/forms/${form.id}/webhook`,
    "webhook delivery": deliveryPath,
    "receiver test": `/forms/${form.id}/webhook/test`,
    activity: `/forms/${form.id}/activity`,
    recipients: "/recipients",
    "API tokens": "/tokens",
    "new token": "/tokens/new",
    usage: "/usage",
    "test inbox": "/test-inbox",
    "captured mail": `/test-inbox/${notification.id}`,
    settings: "/settings",
    "data and privacy": "/settings/data",
    "delete workspace": "/settings/delete",
  };
  const signedOut = {
    "sign in": "/sign-in",
    "sign up": "/sign-up",
    "reset password": "/reset-password",
    "new address": "/confirm-email",
    deleted: "/deleted",
    "API reference": "/docs",
  };
  const paths = Object.values({ ...signedOut, ...signedIn }).map((path) => path.split("?")[0]);
  for (const page of await listPages())
    expect(paths, `weigh ${page} as well`).toContainEqual(expect.stringMatching(patternOf(page)));
  const weights = [];
  for (const [name, path] of Object.entries({ ...signedOut, ...signedIn })) {
    // A context of its own: nothing is in its cache.
    const context = await browser.newContext({ baseURL: serviceUrl });
    if (name in signedIn) await signIn(context, world.owner);
    weights.push(await weighPage(await context.newPage(), name, path));
    await context.close();
  }
  console.log(tableOf("dashboard", weights));
  for (const { name, scripts } of weights) {
    expect(scripts, name).toBeGreaterThan(0);
    expect(scripts, name).toBeLessThan(MAX_SCRIPT_BYTES);
  }
});

test("a visitor's page is under 20 KB in all, asks for nothing else and runs no script of ours", async ({
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
  };
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.resourceType()));
  const weights = [];
  for (const [name, path] of Object.entries(paths)) {
    weights.push(await weighPage(page, name, path));
    const { length } = await (await page.request.get(path)).body();
    expect(length, name).toBeLessThan(MAX_VISITOR_BYTES);
  }
  console.log(tableOf("visitors", weights));
  expect(new Set(asked)).toEqual(new Set(["document"]));
});
