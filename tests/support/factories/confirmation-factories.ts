import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { confirmationUrl } from "#lib/domain/emails/auto-reply/confirmation";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import type { Form } from "#lib/domain/forms/schema";
import { confirmMessagePage } from "#lib/entry/visitor-pages/link-pages";
import { submitTo } from "#tests/support/contract/intake";
import { openLinkPage } from "#tests/support/contract/link-page";
import { createOwnForm, type Workspace } from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { forgetVisitorEmails, passedChallenge } from "#tests/support/factories/reply-factories";

export const ADA = "ada@example.com";
/** The address from which visitors confirm. */
export const FROM = "203.0.113.9";

/** Makes visitors of a form confirm their messages. */
export async function askToConfirm(
  { ctx }: Pick<Workspace, "ctx">,
  form: Pick<Form, "id">,
  page: object = {},
): Promise<void> {
  const input = { revision: null, confirmEmail: true, ...page };
  await savePage(ctx, form.id, SavePageInput.parse(input));
}

/** A form with a recipient, a webhook, and a verified widget, whose visitors confirm their messages. */
export async function createConfirmForm(page: object = {}, { forgets = true } = {}) {
  if (forgets) await forgetVisitorEmails();
  const { workspace, ctx, recipient, form } = await createOwnForm();
  await createWebhook(workspace, form);
  await createVerifiedWidget(form.id);
  await askToConfirm(workspace, form, page);
  return { workspace, ctx, recipient, form };
}

type Fields = Record<string, string | string[]>;

/** Sends a message with a passed challenge; returns its ID. */
export async function sendMessage(
  form: Pick<Form, "publicKey">,
  fields: Fields = { email: ADA, message: "Hello" },
  headers: Record<string, string> = {},
): Promise<string> {
  const json = { ...fields, "cf-turnstile-response": passedChallenge() };
  return submitTo(form, json, headers);
}

/** The link in the email about a message. */
export async function linkOf({ id: workspaceId }: Workspace, submissionId: string) {
  return confirmationUrl(await installationKey(), { workspaceId, submissionId });
}

/** A form that asks to confirm, with a message that waits for that. */
export async function createWaiting(page: object = {}) {
  const own = await createConfirmForm(page);
  const id = await sendMessage(own.form);
  return { ...own, id, url: await linkOf(own.workspace, id) };
}

/** The kinds of everything that was queued about a message, sorted. */
export async function kindsOf(submissionId: string): Promise<string[]> {
  const rows = await db().delivery.findMany({ where: { submissionId } });
  return rows.map(({ kind }) => kind).toSorted();
}

const page = openLinkPage(confirmMessagePage);

/** Opens the page of a link. */
export const openLink = page.show;

/** Presses the button on the page of a link. */
export const press = (url: string, from = FROM, languages = "en") =>
  page.press(url, { "x-fis-client-address": from, "accept-language": languages });
