import Link from "next/link";
import { InstallSnippets } from "#components/forms/install-snippets";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CodeBlock, LabeledCopy } from "#components/ui/code";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";
import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { findChallengeState } from "#lib/domain/forms/challenge/challenge-state";
import type { FormWithWidget } from "#lib/domain/forms/schema";
import type { SnippetForm } from "#lib/domain/forms/snippets/component-snippets";
import { hostedFormSnippet } from "#lib/domain/forms/snippets/snippets";
import { isHosted } from "../is-hosted";
import { readFieldList } from "../read-form";

type InstallCardProps = { ctx: Context; form: FormWithWidget };

export async function InstallCard({ ctx, form }: InstallCardProps) {
  const { baseUrl } = settings();
  const autoresponder = await getAutoresponder(ctx, form.id);
  const { fields } = await readFieldList(form.id);
  const siteKey = form.turnstile?.enabled ? form.turnstile.siteKey : null;
  const offersReply =
    autoresponder?.enabled === true &&
    (siteKey !== null || (await findChallengeState(db(), ctx, form.id)) !== "off");
  const snippetForm: SnippetForm = {
    address: `${baseUrl}/f/${form.publicKey}`,
    settings: form.settings,
    siteKey,
    offersReply,
    fields,
  };
  return (
    <Card>
      <CardHeader
        title="Add this form to your site"
        description={
          fields.length > 0
            ? "Paste this in. It has the form’s own fields, which submissions are checked against."
            : "Paste this in and rename or add fields. We store everything submitted."
        }
      />
      <CardContent className="pt-2 sm:pt-2">
        <InstallSnippets formId={form.id} form={snippetForm} />
      </CardContent>
      <CardContent className="grid gap-3 border-t">
        <div>
          <h3 className="font-medium">Or show the hosted form on your site</h3>
          <p className="text-pretty text-muted-foreground">
            Paste this link where the form should appear. The hosted form replaces it, with the look
            of its{" "}
            <Link href={`/forms/${form.id}/form#page`} className="link">
              page
            </Link>
            .
          </p>
        </div>
        <CodeBlock
          code={hostedFormSnippet(snippetForm.address)}
          title="HTML"
          what="Hosted form snippet"
          withCopyLabel
        />
      </CardContent>
      <div className="border-t px-4 py-4 sm:px-6 sm:py-6">
        <LabeledCopy title="Form URL" value={snippetForm.address} what="form URL">
          {isHosted(form.settings, baseUrl)
            ? "Your form’s action URL. Open it in a browser to share a hosted form."
            : "Your form’s action URL. The hosted form is off while allowed origins are set."}
        </LabeledCopy>
      </div>
    </Card>
  );
}
