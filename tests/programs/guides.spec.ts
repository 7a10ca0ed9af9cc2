import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { VERIFICATION_CODE } from "#lib/domain/endpoints/verification-code";
import type { Form } from "#lib/domain/forms/schema";
import { ROOT } from "#server/start/checkout";
import {
  bundleReact,
  bundleSvelte,
  bundleVue,
  renderAstro,
} from "#tests/clients/support/components";
import { publishApp, submitFormOf, wrapPart } from "#tests/e2e/support/guide-forms";
import { expect, test } from "#tests/e2e/support/test";
import type { Website } from "#tests/e2e/support/website";
import type { Owner } from "#tests/support/factories/owner";
import { saveWebhook } from "#tests/support/factories/owner-forms";
import { sendFiles, sendMessage } from "#tests/support/factories/service-requests";
import { type Block, readBlocks } from "#tests/support/guides/blocks";
import { openWorkFolder, runBlock } from "#tests/support/guides/run-block";

/** Guides whose blocks build on each other, or need a package. They have tests of their own. */
const WITH_OWN_TEST = ["quick-start", "client-js"];

/** Code for a runtime of its own: its tests are `google-sheets` and `sign-event`. */
const HOSTED = ["Code.gs", "verify.mjs"];

const GUIDES = readdirSync(join(ROOT, "docs/guides"))
  .map((file) => basename(file, ".md"))
  .filter((guide) => !WITH_OWN_TEST.includes(guide));

/** Programs that don't end. Their own tests send them events. */
const ENDPOINTS: readonly string[] = Object.values(VERIFICATION_CODE).map(({ file }) => file);

/** A block's code with the IDs of things that exist. */
async function fillPlaceholders(code: string, form: Form, owner: Owner): Promise<string> {
  const filled = code
    .replaceAll("YOUR_PUBLIC_KEY", form.publicKey)
    .replaceAll("YOUR_FORM_ID", form.id);
  if (filled.includes("YOUR_MEMBER_ID")) {
    const { data } = await (await owner.api("GET", `/forms/${form.id}/notify`, 200)).json();
    return filled.replaceAll("YOUR_MEMBER_ID", data[0].memberId);
  }
  if (!filled.includes("YOUR_SUBMISSION_ID")) return filled;
  const files = [new File(["Ada Lovelace\n"], "cv.txt")];
  const id = await sendFiles(owner.baseUrl, form, { email: "ada@example.com" }, files);
  const [file] = (await owner.readMessage(id)).attachments;
  return filled
    .replaceAll("YOUR_SUBMISSION_ID", id)
    .replaceAll("YOUR_ATTACHMENT_ID", file?.id ?? "");
}

/** A page on another origin with the code's form, or null if the code isn't about a form. */
async function publishForm(
  { language, isWordPress }: Block,
  code: string,
  form: Form,
  { owner, website }: { owner: Owner; website: Website },
  output: string,
): Promise<string | null> {
  if (language === "html")
    return website.publish("/", wrapPart(code, `${owner.baseUrl}/f/${form.publicKey}`));
  if (isWordPress) return website.publish("/", output);
  if (language === "jsx" || language === "tsx")
    return publishApp(website, await bundleReact(code, language));
  if (language === "vue") return publishApp(website, await bundleVue(code));
  if (language === "svelte") return publishApp(website, await bundleSvelte(code));
  if (language === "astro") return website.publish("/", await renderAstro(code));
  return null;
}

const isRunHere = ({ isRun, file }: Block) => isRun && !HOSTED.includes(file ?? "");

type Given = { page: Page; owner: Owner; website: Website; recipientId: string; token: string };

async function proveBlock(block: Block, given: Given): Promise<void> {
  const { page, owner, recipientId, token } = given;
  const what = `block ${block.number} (${block.language})`;
  if (ENDPOINTS.includes(block.file ?? "")) {
    const codes = Object.values(VERIFICATION_CODE).map(({ code }) => code.trimEnd());
    expect(codes, what).toContain(block.code);
    return;
  }
  if (block.language === "json") {
    JSON.parse(block.code);
    return;
  }
  if (block.language === "css") {
    const rules = await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return sheet.cssRules.length;
    }, block.code);
    expect(rules, what).toBeGreaterThan(0);
    return;
  }
  const settings = { uploads: { enabled: true } };
  const form = await owner.createForm("Guide", { recipientIds: [recipientId], settings });
  // Only a form with a webhook has events to replay.
  if (block.code.includes("/webhook/replay"))
    await saveWebhook(owner, form.id, "https://hooks.example.com/form-intake");
  const code = await fillPlaceholders(block.code, form, owner);
  const isProgram = ["sh", "js", "python", "php"].includes(block.language);
  const output = isProgram ? (await runBlock(block, code, token)).stdout : "";
  const url = await publishForm(block, code, form, given, output);
  if (!isProgram) expect(url, `${what} has a way to run`).not.toBeNull();
  if (url !== null) expect([200, 303], what).toContain(await submitFormOf(page, url, form));
  if (url !== null || code.includes(`/f/${form.publicKey}`)) {
    const stored = await owner.listMessages({ formId: form.id });
    expect(
      stored.map(({ folder }) => folder),
      what,
    ).toEqual(["inbox"]);
  }
}

for (const guide of GUIDES)
  test(`every block of code in the guide "${guide}" works as it's shown`, async ({
    page,
    owner,
    website,
  }) => {
    const text = await (await page.request.get(`/docs/${guide}.md`)).text();
    const { id: recipientId } = await owner.addVerifiedRecipient();
    const { token } = await owner.createToken("Guide");
    const given = { page, owner, website, recipientId, token };
    for (const block of readBlocks(guide, text).filter(isRunHere)) await proveBlock(block, given);
  });

test("code with a rejected request fails, in every language", async ({ owner, page }) => {
  const guide = await (await page.request.get("/docs/authentication.md")).text();
  const blocks = readBlocks("authentication", guide);
  expect(blocks.map(({ language }) => language)).toEqual(["sh", "js", "python", "php"]);
  for (const block of blocks)
    await expect(
      runBlock(block, block.code, `${owner.baseUrl}-is-no-token`),
      block.language,
    ).rejects.toThrow(`block ${block.number} of authentication ended with`);
});

test("the pollers report each submission once, and only new ones at the next run", async ({
  owner,
  page,
}) => {
  const guide = await (await page.request.get("/docs/automation.md")).text();
  const pollers = readBlocks("automation", guide).filter(({ file }) => file?.startsWith("poll."));
  expect(pollers).toHaveLength(3);
  const form = await owner.createForm("Polled");
  const { token } = await owner.createToken("Poller");
  const first = await sendMessage(owner.baseUrl, form, { message: "One" });
  const runs = await Promise.all(
    pollers.map(async (block) => ({ block, folder: await openWorkFolder() })),
  );
  const poll = () =>
    Promise.all(
      runs.map(async ({ block, folder }) => {
        const { stdout } = await runBlock(block, block.code, token, folder);
        return [...stdout.matchAll(/^New: .*?([0-9a-f-]{36})/gm)].map(([, id]) => id);
      }),
    );
  expect(await poll()).toEqual([[first], [first], [first]]);
  const second = await sendMessage(owner.baseUrl, form, { message: "Two" });
  expect(await poll()).toEqual([[second], [second], [second]]);
  expect(await poll()).toEqual([[], [], []]);
  for (const { folder } of runs) await folder.remove();
});

test("the curl snippet runs in a plain shell, even where only one site may post", async ({
  dashboard: page,
  owner,
}) => {
  const origin = "https://it's-ours.example.com";
  const form = await owner.createForm("Contact", { settings: { allowedOrigins: [origin] } });
  await page.goto(`/forms/${form.id}/install`);
  await page.getByRole("tab", { name: "curl", exact: true }).click();
  const snippet = page.getByLabel("curl snippet", { exact: true }).locator("code");
  const { stdout } = await promisify(execFile)("sh", ["-c", (await snippet.textContent()) ?? ""]);
  const [message, ...others] = await owner.listMessages();
  expect(others).toEqual([]);
  expect(JSON.parse(stdout).data.id).toBe(message?.id);
  expect(message).toMatchObject({ name: "Ada Lovelace", email: "ada@example.com" });
});
