import { Download } from "lucide-react";
import Link from "next/link";
import { ActionRow } from "#components/form/confirm-action";
import { ButtonLink, buttonVariants } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { LabeledCopy } from "#components/ui/code";
import { countOf } from "#lib/core/count";
import { settings } from "#lib/core/settings/settings";
import { getOptions } from "#lib/domain/forms/options/form-options";
import {
  listFormActivity,
  NO_ACTIVITY,
  totalOf,
} from "#lib/domain/submissions/inbox/count-submissions";
import { viewerTimeZone } from "../../../../preferences";
import { readTotals } from "../../../page-session";
import { deleteFormAction, rotateKeyAction } from "../../actions";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { FormSettingsForm } from "./form-settings-form";
import { OptionsForm } from "./options-form";

export const generateMetadata = formMetadata((name) => `Settings · ${name}`);

export default async function FormSettingsPage({ params }: { params: FormParams }) {
  const { ctx, form, options, open } = await formPage(params);
  const [totals, activities, saved, timeZone] = await Promise.all([
    readTotals(),
    listFormActivity(ctx, [form.id]),
    getOptions(ctx, form.id),
    viewerTimeZone(),
  ]);
  const messageCount = totals
    .filter(({ formId }) => formId === form.id)
    .reduce((sum, { total }) => sum + total, 0);
  const recentCount = totalOf(activities.get(form.id) ?? NO_ACTIVITY);
  const messages = countOf(messageCount, "message");
  const lost =
    messageCount === 0
      ? "This form has no messages."
      : `${messages} will be permanently deleted, with all files and email records.`;
  return (
    <div className="grid gap-6">
      <FormSettingsForm
        form={form}
        acceptsFiles={settings().acceptsFiles}
        uploadLimitMb={settings().uploadLimitMb}
        uploadFiles={settings().uploadFiles}
        uploadTypes={options.uploadTypes}
      />
      <OptionsForm formId={form.id} options={saved} taken={open.taken} timeZone={timeZone} />
      <Card>
        <CardHeader
          className="items-center pb-4 sm:pb-6"
          title="Import messages"
          description="Bring messages from another form service, from a CSV or JSON file."
        >
          <ButtonLink variant="outline" href={`/forms/${form.id}/settings/import`}>
            Import messages
          </ButtonLink>
        </CardHeader>
      </Card>
      <Card>
        <CardHeader
          className="items-center pb-4 sm:pb-6"
          title="Download as a file"
          description="Create this form again in another workspace or on another server. The file has its settings and recipients’ addresses, but no messages, no secrets, and no logo."
        >
          <a
            href={`/api/account/forms/${form.id}/template`}
            download
            className={buttonVariants({ variant: "outline" })}
          >
            <Download aria-hidden />
            Download form
          </a>
        </CardHeader>
      </Card>
      <Card>
        <ActionRow
          heading="Rotate public key"
          text="Gives the form a new URL. The old one stops working immediately."
          title="Rotate the public key?"
          confirmLabel="Rotate key"
          action={rotateKeyAction.bind(null, form.id, form.publicKey)}
        >
          <p>
            Sites that use the old URL can’t submit until you update them.{" "}
            {countOf(recentCount, "message")} came through it in the last 30 days. Stored messages
            aren’t affected.
          </p>
        </ActionRow>
      </Card>
      <Card>
        <CardContent>
          <LabeledCopy title="Form ID" value={form.id} what="form ID">
            Use this ID in the{" "}
            <Link href="/docs/api" className="link">
              API
            </Link>
            .
          </LabeledCopy>
        </CardContent>
      </Card>
      <Card>
        <ActionRow
          heading="Delete form"
          text={lost}
          isDeletion
          title={`Delete “${form.name}”?`}
          confirmLabel="Delete form"
          action={deleteFormAction.bind(null, form.id)}
          typed={messageCount > 0 ? `delete ${messages}` : undefined}
        >
          <p>{lost} Sites that use this form will no longer be able to submit.</p>
        </ActionRow>
      </Card>
    </div>
  );
}
