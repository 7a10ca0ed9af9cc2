import { beforeEach, describe, expect, test } from "vitest";
import { installationKey } from "#lib/adapters/db/installation-key";
import { readableAccent } from "#lib/core/colors";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import {
  hashReplyAddress,
  makeOptOutToken,
  optOutUrl,
} from "#lib/domain/emails/auto-reply/opt-out";
import { getCapturedEmail, listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { spamUrl } from "#lib/domain/emails/spam-link";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { cachedForms } from "#lib/domain/intake/open-form";
import { sendReply } from "#lib/domain/submissions/replies/send-reply";
import { showHostedForm, showThanks } from "#lib/entry/intake/hosted-form";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { markSpamPage, optOutPage } from "#lib/entry/visitor-pages/link-pages";
import { quoteWords } from "#lib/entry/visitor-pages/words/page-texts";
import { openPage, postVisit, submitTo } from "#tests/support/contract/intake";
import { openLinkPage } from "#tests/support/contract/link-page";
import { BIRCH, brandWorkspace } from "#tests/support/factories/brand-factories";
import {
  createConfirmForm,
  createWaiting,
  linkOf,
  openLink,
  press,
  sendMessage,
} from "#tests/support/factories/confirmation-factories";
import {
  contextAt,
  createForm,
  createOwnForm,
  type Workspace,
} from "#tests/support/factories/factories";
import { saveLogo } from "#tests/support/factories/logo-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { HOSTILE, tagsOf } from "#tests/support/factories/page-text";
import { askForReply, createAutoReplyForm } from "#tests/support/factories/reply-factories";
import { PNG, SAMPLES } from "#tests/support/factories/sample-files";
import { createTestClock, receiveAt, START } from "#tests/support/twins/test-clock";

const ORIGIN = "http://localhost:3000";
const AIRMAIL = "repeating-linear-gradient";
const STRIPE = 'class="red"';
const GREEN = readableAccent(BIRCH.color, "light").color;

beforeEach(async () => {
  await emptyOutbox();
  await receiveAt(null);
});

/** Everything that a visitor of a form opens. */
async function readPages(publicKey: string) {
  const responses = [
    await openPage(showHostedForm, publicKey),
    await openPage(showThanks, publicKey),
    await postVisit(publicKey, { form: {} }),
  ];
  return Promise.all(
    responses.map(async (response) => ({
      page: await response.text(),
      images: response.headers.get("content-security-policy")?.includes("img-src data: 'self'"),
    })),
  );
}

/** The newest email of a workspace's test inbox. */
async function newestEmail({ ctx }: Workspace, kind: string) {
  const { data } = await listCapturedEmails(ctx, { limit: 50 });
  return getCapturedEmail(ctx, data.find((email) => email.kind === kind)?.id ?? "");
}

const pathOf = (url: string | null) => url?.replace(ORIGIN, "") ?? "";

describe("a form's pages", () => {
  test("are ours without a brand, and have the name, the color, and the logo of one, without our edge", async () => {
    const { workspace, form } = await createOwnForm();
    for (const { page, images } of await readPages(form.publicKey)) {
      expect(page).toContain(AIRMAIL);
      expect(page).not.toContain('class="business"');
      expect(images).toBe(false);
    }
    await brandWorkspace(workspace);
    for (const { page } of await readPages(form.publicKey)) {
      expect(page).not.toContain(AIRMAIL);
      expect(page).toContain('<p class="business"><bdi>Birch &amp; Co</bdi></p>');
      expect(page).toContain(`--blue:${GREEN};`);
    }
    const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
    for (const { page, images } of await readPages(form.publicKey)) {
      expect(page).toContain(`<img src="${pathOf(logoUrl)}" alt="Birch &amp; Co">`);
      expect(page).not.toContain('class="business"');
      expect(images).toBe(true);
    }
    const thanks = await (await openPage(showThanks, form.publicKey)).text();
    expect(thanks).toContain("Your message has been sent to <bdi>Birch &amp; Co</bdi>.");
    expect(thanks).toContain("<title>Thank you · Birch &amp; Co</title>");
  });

  test("have what the form itself sets, member by member, and other forms and workspaces don't", async () => {
    const { workspace, ctx, form } = await createOwnForm();
    const sibling = await createForm(workspace);
    const foreign = await createOwnForm();
    const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
    await savePage(ctx, form.id, SavePageInput.parse({ revision: null, accent: "#a3195b" }));
    const accented = await (await openPage(showHostedForm, form.publicKey)).text();
    expect(accented).toContain("--blue:#a3195b;");
    expect(accented).toContain(pathOf(logoUrl));
    await saveLogo(ctx, form.id, new Uint8Array(SAMPLES.webp ?? PNG));
    const own = pathOf((await getPage(ctx, form.id)).logoUrl);
    const both = await (await openPage(showHostedForm, form.publicKey)).text();
    expect(both).toContain(`<img src="${own}"`);
    expect(both).not.toContain(pathOf(logoUrl));
    const other = await (await openPage(showHostedForm, sibling.publicKey)).text();
    expect(other).toContain(`--blue:${GREEN};`);
    expect(other).toContain(pathOf(logoUrl));
    const theirs = await (await openPage(showHostedForm, foreign.form.publicKey)).text();
    expect(theirs).toContain(AIRMAIL);
    expect(theirs).not.toMatch(/Birch|<img/);
  });

  test("with a logo of their own have no airmail edge, without any brand", async () => {
    const { ctx, form } = await createOwnForm();
    await saveLogo(ctx, form.id, new Uint8Array(PNG));
    for (const { page } of await readPages(form.publicKey)) expect(page).not.toContain(AIRMAIL);
  });

  test("show a change at once, also where the form was cached", async () => {
    const { workspace, form } = await createOwnForm();
    await submitTo(form);
    expect(cachedForms.get(form.publicKey)?.look.business).toBeNull();
    await brandWorkspace(workspace);
    await submitTo(form);
    expect(cachedForms.get(form.publicKey)?.look.business).toBe("Birch & Co");
  });

  test("show a name as text, whatever it contains", async () => {
    const { workspace, form } = await createOwnForm();
    const tagsWith = async (name: string) => {
      await brandWorkspace(workspace, { name });
      const pages = await readPages(form.publicKey);
      return pages.map(({ page }) => tagsOf(page));
    };
    const plain = await tagsWith("Birch");
    for (const name of HOSTILE.filter((text) => !/[\u202e\u2066]/.test(text)))
      expect(await tagsWith(name), name).toEqual(plain);
  });
});

describe("an auto-reply", () => {
  async function replyTo(workspace: Workspace, publicKey: string, n = 1) {
    const now = new Date(START.getTime() + n * 1000);
    await askForReply({ publicKey }, `ada-${n}@example.com`, now);
    await drainOutbox(createTestClock(now));
    return newestEmail(workspace, "visitor_reply");
  }

  test("has the brand: sender, logo by its address, color, and no airmail edge", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    const before = await replyTo(workspace, form.publicKey);
    expect(before.html).toContain(STRIPE);
    expect(before.html).not.toContain("<img");
    const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
    const branded = await replyTo(workspace, form.publicKey, 2);
    expect(branded.from).toMatch(/^"Birch & Co" </);
    expect(branded.html).toContain(`src="${logoUrl}" alt="Birch &amp; Co"`);
    expect(branded.html).not.toContain(STRIPE);
    expect(branded.html).not.toContain("data:");
    expect(branded.html).toContain(`color:${GREEN}`);
    expect(branded.text).toContain("when you sent a message to Birch & Co.");
    await brandWorkspace(workspace, { replyName: "Grace from Birch" }, "remove");
    const named = await replyTo(workspace, form.publicKey, 3);
    expect(named.from).toMatch(/^"Grace from Birch" </);
    expect(named.html).toMatch(/<p class="text" dir="auto" [^>]*>Birch &amp; Co<\/p>/);
    expect(named.html).not.toContain("<img");
  });

  test("has the form's own logo and color first", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    await brandWorkspace(workspace, {}, PNG);
    const { ctx } = workspace;
    await savePage(ctx, form.id, SavePageInput.parse({ revision: null, accent: "#a3195b" }));
    await saveLogo(ctx, form.id, new Uint8Array(SAMPLES.webp ?? PNG));
    const { logoUrl } = await getPage(ctx, form.id);
    const { html } = await replyTo(workspace, form.publicKey);
    expect(html).toContain(`src="${logoUrl}"`);
    expect(html).toContain("color:#a3195b");
    expect(html).not.toContain(GREEN);
  });

  test("has no link that the name could become, and no markup that it holds", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    const plain = tagsOf((await replyTo(workspace, form.publicKey)).html);
    await brandWorkspace(workspace, { name: "Birch https://evil.example", color: null });
    const linked = await replyTo(workspace, form.publicKey, 2);
    for (const text of [linked.html, linked.text, linked.from])
      expect(text).not.toContain("evil.example");
    await brandWorkspace(workspace, { name: '"><img src=x onerror=alert(1)>', color: null });
    const { html } = await replyTo(workspace, form.publicKey, 3);
    const added = tagsOf(html).filter((tag) => !plain.includes(tag));
    expect(added.filter((tag) => /img|onerror/.test(tag))).toEqual([]);
  });

  test("in a color that is hard to read has one that isn't, in the light and in the dark", async () => {
    const { workspace, form } = await createAutoReplyForm({ now: START });
    await brandWorkspace(workspace, { color: "#ffee00" });
    const { html } = await replyTo(workspace, form.publicKey);
    expect(html).toContain(readableAccent("#ffee00", "light").color);
    expect(html).toContain(readableAccent("#ffee00", "dark").color);
    expect(html).not.toContain('style="color:#ffee00');
  });
});

describe("double opt-in", () => {
  test("names the business and quotes the message, in the email and on its page", async () => {
    const { workspace, form } = await createConfirmForm();
    const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
    const id = await sendMessage(form, { email: "ada@example.com", message: "Two oak trees" });
    await drainOutbox();
    const mail = await newestEmail(workspace, "confirmation");
    expect(mail.from).toMatch(/^"Birch & Co" </);
    expect(mail.text).toContain("send your message to Birch & Co.");
    expect(mail.text).toContain("Contact · Birch & Co");
    expect(mail.text).toContain("“Two oak trees…”");
    expect(mail.html).toContain(`src="${logoUrl}"`);
    expect(mail.html).toContain(`background:${GREEN}`);
    expect(mail.html).not.toContain(STRIPE);
    const url = await linkOf(workspace, id);
    const asked = await openLink(url);
    const page = await asked.text();
    expect(page).toContain("send your message to <bdi>Birch &amp; Co</bdi>.");
    expect(page).toContain("Two oak trees…");
    expect(page).toContain(`<img src="${pathOf(logoUrl)}" alt="Birch &amp; Co">`);
    expect(page).not.toContain(AIRMAIL);
    expect(asked.headers.get("content-security-policy")).toContain("img-src data: 'self'");
    const done = await (await press(url)).text();
    expect(done).toContain("Your message has been sent to <bdi>Birch &amp; Co</bdi>.");
    expect(done).not.toContain(AIRMAIL);
  });

  test("quotes no link on its page, whoever typed it", async () => {
    const { workspace, form } = await createConfirmForm();
    const message = "Win at https://evil.example/x <b>now</b>";
    const id = await sendMessage(form, { email: "ada@example.com", message });
    const page = await (await openLink(await linkOf(workspace, id))).text();
    expect(page).toContain("<bdi>“Win at … &lt;b&gt;now&lt;");
    expect(page).not.toContain("evil.example");
  });

  test("without a brand names the form, and quotes the message too", async () => {
    const { ctx, url } = await createWaiting();
    await updateWorkspace(ctx, { name: "Workspace 7" });
    const page = await (await openLink(url)).text();
    expect(page).toContain("send your message to “<bdi>Contact</bdi>”");
    expect(page).toContain("Hello…");
    expect(page).toContain(AIRMAIL);
    expect(page).not.toContain("Workspace 7");
  });
});

test("the pages of other links have the brand of their workspace, and a broken link is ours", async () => {
  const { workspace, recipient, form } = await createOwnForm();
  const { logoUrl } = await brandWorkspace(workspace, {}, PNG);
  const submissionId = await submitTo(form);
  const key = await installationKey();
  const workspaceId = workspace.id;
  const addressHash = hashReplyAddress(key, workspaceId, "ada@example.com");
  const optOut = optOutUrl(makeOptOutToken(key, { workspaceId, addressHash }));
  const spam = spamUrl(key, { workspaceId, submissionId, recipientId: recipient.id });
  for (const [definition, url] of [
    [optOutPage, optOut],
    [markSpamPage, spam],
  ] as const) {
    const link = openLinkPage(definition);
    for (const response of [await link.show(url), await link.press(url)]) {
      const page = await response.text();
      expect(page).toContain(`<img src="${pathOf(logoUrl)}" alt="Birch &amp; Co">`);
      expect(page).toContain(`--blue:${GREEN};`);
      expect(page).not.toContain(AIRMAIL);
    }
    const broken = await (await link.show(`${url}x`)).text();
    expect(broken).toContain(AIRMAIL);
    expect(broken).not.toContain("Birch");
  }
});

test("a written reply comes from the brand's sender, and is a plain letter", async () => {
  const { workspace, form } = await createOwnForm();
  const id = await submitTo(form, { email: "ada@example.com", message: "Hello" });
  await brandWorkspace(workspace, { replyName: "Grace from Birch" }, PNG);
  const ctx = contextAt(workspace, new Date());
  await sendReply(ctx, id, { text: "Hello Ada" }, quoteWords);
  await drainOutbox(createTestClock(new Date(Date.now() + 60_000)));
  const mail = await newestEmail(workspace, "reply");
  expect(mail.from).toMatch(/^"Grace from Birch" </);
  expect(mail.html).not.toContain("<img");
});
