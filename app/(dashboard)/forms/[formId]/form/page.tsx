import { db } from "#lib/adapters/db/database";
import { settings } from "#lib/core/settings/settings";
import { readLook } from "#lib/domain/brand/look";
import {
  type ChallengeState,
  findChallengeState,
} from "#lib/domain/forms/challenge/challenge-state";
import { readPage } from "#lib/domain/forms/page/form-page";
import { LANGUAGES, tagOf } from "#lib/domain/forms/page/page-schema";
import type { Turnstile } from "#lib/domain/forms/turnstile/schema";
import { type FormParams, formMetadata, formPage, readFields } from "../read-form";
import { FormEditor } from "./form-editor";

export const generateMetadata = formMetadata((name) => `Form · ${name}`);

const LANGUAGE_NAMES = LANGUAGES.map((language) => {
  const tag = tagOf(language);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;
  return { language, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) };
});

/** Why visitors can’t be asked to confirm their address, or aren’t although that’s on; null if there’s nothing to say. */
function describeProblem(
  widget: Turnstile | null,
  own: ChallengeState,
  isOn: boolean,
): string | null {
  if (!widget?.enabled && own === "off")
    return isOn
      ? "No message waits: the form has neither a Turnstile widget nor its own challenge."
      : "Requires a Turnstile widget or the form’s own challenge, so that bots can’t trigger emails.";
  const isConfirmed = own === "verified" || (widget?.enabled && widget.verifiedAt !== null);
  return isOn || isConfirmed
    ? null
    : "Requires a confirmed challenge. The first visitor who passes it confirms it.";
}

export default async function FormTabPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [fields, page, brand, ownChallenge] = await Promise.all([
    readFields(form.id),
    readPage(db(), ctx, form.id),
    readLook(db(), ctx, null),
    findChallengeState(db(), ctx, form.id),
  ]);
  return (
    <FormEditor
      form={form}
      address={`${settings().baseUrl}/f/${form.publicKey}`}
      acceptsFiles={form.settings.uploads.enabled && settings().acceptsFiles}
      fields={fields}
      page={page}
      languages={LANGUAGE_NAMES}
      brand={{ color: brand.color, hasLogo: brand.logo !== null }}
      blocked={describeProblem(form.turnstile, ownChallenge, page.confirmEmail)}
    />
  );
}
