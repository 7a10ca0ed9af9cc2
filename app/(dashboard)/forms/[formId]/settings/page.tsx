import { listRecipients } from "#lib/recipients/store";
import {
  countMessages,
  listFormActivity,
  NO_ACTIVITY,
  totalOf,
} from "#lib/submissions/count-submissions";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { DangerZone } from "./danger-zone";
import { FormSettingsForm } from "./form-settings-form";

export const generateMetadata = formMetadata((name) => `Settings · ${name}`);

export default async function FormSettingsPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [recipients, totals, activities] = await Promise.all([
    listRecipients(ctx),
    countMessages(ctx),
    listFormActivity(ctx, [form.id]),
  ]);
  const messageCount = totals
    .filter(({ formId }) => formId === form.id)
    .reduce((sum, { total }) => sum + total, 0);
  return (
    <div className="grid gap-6">
      <FormSettingsForm form={form} recipients={recipients} />
      <DangerZone
        form={form}
        messageCount={messageCount}
        recentCount={totalOf(activities.get(form.id) ?? NO_ACTIVITY)}
      />
    </div>
  );
}
