import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields";
import { settings } from "#lib/core/settings";
import { getUploadTypes } from "#lib/forms/forms";
import { toSubjectValue } from "#lib/notifications/subject";
import { listRecipients } from "#lib/recipients/store";
import {
  countMessages,
  listFormActivity,
  NO_ACTIVITY,
  totalOf,
} from "#lib/submissions/count-submissions";
import { readNewestFields } from "#lib/submissions/newest-fields";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { DangerZone } from "./danger-zone";
import { FormSettingsForm } from "./form-settings-form";
import type { SubjectSample } from "./subject-field";

export const generateMetadata = formMetadata((name) => `Settings · ${name}`);

export default async function FormSettingsPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [recipients, totals, activities, newest, uploadTypes] = await Promise.all([
    listRecipients(ctx),
    countMessages(ctx),
    listFormActivity(ctx, [form.id]),
    readNewestFields(ctx, form.id),
    getUploadTypes(ctx, form.id),
  ]);
  const messageCount = totals
    .filter(({ formId }) => formId === form.id)
    .reduce((sum, { total }) => sum + total, 0);
  return (
    <div className="grid gap-6">
      <FormSettingsForm
        form={form}
        recipients={recipients}
        sample={toSample(newest)}
        acceptsFiles={settings().acceptsFiles}
        uploadLimitMb={settings().uploadLimitMb}
        uploadFiles={settings().uploadFiles}
        uploadTypes={uploadTypes}
      />
      <DangerZone
        form={form}
        messageCount={messageCount}
        recentCount={totalOf(activities.get(form.id) ?? NO_ACTIVITY)}
      />
    </div>
  );
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
