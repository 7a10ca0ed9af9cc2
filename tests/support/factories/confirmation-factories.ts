import { confirmationUrl } from "#lib/autoresponder/confirmation";
import { db } from "#lib/db/database";
import { installationKey } from "#lib/db/installation-key";
import { savePage } from "#lib/forms/form-page";
import { SavePageInput } from "#lib/forms/page-schema";
import type { Form } from "#lib/forms/schema";
import { forWeb } from "#lib/http/http-types";
import { confirmMessagePage } from "#lib/http/link-pages";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm, type Workspace } from "#tests/support/factories/factories";
import {
  createVerifiedWidget,
  createWebhook,
} from "#tests/support/factories/integration-factories";
import { passedChallenge } from "#tests/support/factories/reply-factories";

export const ADA = "ada@example.com";
/** The address from which visitors confirm. */
export const FROM = "203.0.113.9";

/** Makes visitors of a form confirm their messages. */
export async function askToConfirm(
  { ctx }: Workspace,
  form: Pick<Form, "id">,
  page: object = {},
): Promise<void> {
  const input = { revision: null, confirmEmail: true, ...page };
  await savePage(ctx, form.id, SavePageInput.parse(input));
}

/** A form with a recipient, a webhook, and a verified widget, whose visitors confirm their messages. */
export async function createConfirmForm(page: object = {}) {
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
  return acceptedId(await postVisit(form.publicKey, { json, headers }));
}

/** The link in the email about a message. */
export async function linkOf({ id: workspaceId }: Workspace, submissionId: string) {
  return confirmationUrl(await installationKey(), { workspaceId, submissionId });
}

/** The kinds of everything that was queued about a message, sorted. */
export async function kindsOf(submissionId: string): Promise<string[]> {
  const rows = await db().delivery.findMany({ where: { submissionId } });
  return rows.map(({ kind }) => kind).toSorted();
}

/** Opens the page of a link. */
export function openLink(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return forWeb(confirmMessagePage.show)(new Request(url, { headers }));
}

/** Presses the button on the page of a link. */
export function press(url: string, from = FROM, languages = "en"): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(url);
  const request = new Request(origin + pathname, {
    method: "POST",
    body: new URLSearchParams({ token: searchParams.get("token") ?? "" }),
    headers: { "x-fis-client-address": from, "accept-language": languages },
  });
  return forWeb(confirmMessagePage.press)(request, () => undefined);
}
