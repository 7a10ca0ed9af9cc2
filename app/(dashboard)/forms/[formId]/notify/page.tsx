import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { listNotificationChoices } from "#lib/domain/emails/digests/choices";
import { toSubjectValue } from "#lib/domain/emails/subject";
import { getOptions } from "#lib/domain/forms/options/form-options";
import { listRecipients } from "#lib/domain/recipients/store";
import { readNewestFields } from "#lib/domain/submissions/inbox/recent-contents";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { FilesForm } from "./files-form";
import { FrequencyCard } from "./frequency-card";
import { NotifyForm, type SubjectSample } from "./notify-form";

export const generateMetadata = formMetadata((name) => `Notify · ${name}`);

export default async function NotifyPage({ params }: { params: FormParams }) {
  const { ctx, account, role, form } = await formPage(params);
  const [recipients, newest, options, choices] = await Promise.all([
    listRecipients(ctx),
    readNewestFields(ctx, form.id),
    getOptions(ctx, form.id),
    listNotificationChoices(ctx, form.id),
  ]);
  return (
    <div className="grid gap-6">
      <NotifyForm form={form} recipients={recipients} sample={toSample(newest)} />
      <FilesForm formId={form.id} options={options} />
      <FrequencyCard
        formId={form.id}
        choices={choices}
        userId={account.user.id}
        isOwner={role === "owner"}
      />
    </div>
  );
}

const EXAMPLE: FieldPairs = [
  ["name", "Ada Lovelace"],
  ["email", "ada@example.com"],
];
const MAX_SAMPLE_FIELDS = 20;

/** Returns the values of the newest message, if there is one, for the preview of the subject. */
function toSample(newest: FieldPairs | null): SubjectSample {
  const fields = (newest ?? EXAMPLE).slice(0, MAX_SAMPLE_FIELDS);
  return {
    isExample: newest === null,
    fields: fields.map(([name, value]) => [name, toSubjectValue(entriesOf(value))]),
  };
}
