import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { toSubjectValue } from "#lib/domain/emails/subject";
import { listRecipients } from "#lib/domain/recipients/store";
import { readNewestFields } from "#lib/domain/submissions/inbox/recent-contents";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { NotifyForm, type SubjectSample } from "./notify-form";

export const generateMetadata = formMetadata((name) => `Notify · ${name}`);

export default async function NotifyPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [recipients, newest] = await Promise.all([
    listRecipients(ctx),
    readNewestFields(ctx, form.id),
  ]);
  return <NotifyForm form={form} recipients={recipients} sample={toSample(newest)} />;
}

const EXAMPLE: FieldPairs = [
  ["name", "Ada Lovelace"],
  ["email", "ada@example.com"],
];
const MAX_SAMPLE_FIELDS = 20;

/** The values of the newest message for the preview of the subject, if there's one. */
function toSample(newest: FieldPairs | null): SubjectSample {
  const fields = (newest ?? EXAMPLE).slice(0, MAX_SAMPLE_FIELDS);
  return {
    isExample: newest === null,
    fields: fields.map(([name, value]) => [name, toSubjectValue(entriesOf(value))]),
  };
}
