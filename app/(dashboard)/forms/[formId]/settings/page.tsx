import type { Metadata } from "next";
import { listRecipients } from "#lib/recipients/store";
import { countMessages, listFormActivity, NO_ACTIVITY } from "#lib/submissions/count-submissions";
import { pageSession } from "../../../page-session";
import { deleteFormAction, rotateKeyAction } from "../../actions";
import { totalOf } from "../../activity-words";
import { serializeBase } from "../../revision";
import { type FormParams, readForm } from "../read-form";
import { updateFormAction } from "./actions";
import { DangerZone } from "./danger-zone";
import { FormSettingsForm } from "./form-settings-form";

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Settings · ${(await readForm((await params).formId)).name}` };
}

export default async function FormSettingsPage({ params }: { params: FormParams }) {
  const { ctx } = await pageSession();
  const form = await readForm((await params).formId);
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
      <FormSettingsForm
        form={form}
        seen={serializeBase(form)}
        recipients={recipients}
        action={updateFormAction.bind(null, form.id)}
      />
      <DangerZone
        formName={form.name}
        messageCount={messageCount}
        recentCount={totalOf(activities.get(form.id) ?? NO_ACTIVITY)}
        rotateKey={rotateKeyAction.bind(null, form.id, form.publicKey)}
        deleteForm={deleteFormAction.bind(null, form.id)}
      />
    </div>
  );
}
