import type { Metadata } from "next";
import { SnippetTabs } from "#components/forms/snippet-tabs";
import { curlSnippet, fetchSnippet, htmlSnippet } from "#components/forms/snippets";
import { TestForm } from "#components/forms/test-form";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import { settings } from "#lib/core/settings";
import { countMessages } from "#lib/submissions/count-messages";
import { pageSession } from "../../page-session";
import { FolderFigures } from "./folder-figures";
import { type FormParams, readForm } from "./read-form";

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: (await readForm((await params).formId)).name };
}

export default async function FormPage({ params }: { params: FormParams }) {
  const { ctx, account } = await pageSession();
  const form = await readForm((await params).formId);
  const totals = (await countMessages(ctx)).filter(({ formId }) => formId === form.id);
  const path = `/f/${form.publicKey}`;
  const address = `${settings().baseUrl}${path}`;
  const input = {
    address,
    honeypot: form.settings.honeypot,
    takesFiles: form.settings.uploads.enabled,
  };
  return (
    <div className="grid gap-6">
      {form.status === "paused" ? (
        <Notice tone="warning">
          This form is paused: visitors are told that it is closed, and nothing new is kept.
        </Notice>
      ) : null}
      <FolderFigures formId={form.id} totals={totals} />
      <Card>
        <CardHeader>
          <div>
            <CardTitle>Put it on your site</CardTitle>
            <CardDescription>
              Paste the form, then name the fields as you like: whatever is sent is kept.
            </CardDescription>
          </div>
        </CardHeader>
        <CardContent className="grid gap-4">
          <CopyField value={address} what="form address" />
          <SnippetTabs
            snippets={[
              { name: "html", label: "HTML", code: htmlSnippet(input) },
              { name: "javascript", label: "JavaScript", code: fetchSnippet(input) },
              { name: "curl", label: "curl", code: curlSnippet(input) },
            ]}
          />
        </CardContent>
      </Card>
      <Card>
        <CardHeader>
          <div>
            <CardTitle>Send a test message</CardTitle>
            <CardDescription>
              It takes the same way as a message from your site.{" "}
              <a href={path} target="_blank" rel="noreferrer" className="link">
                Open the hosted form
              </a>
            </CardDescription>
          </div>
        </CardHeader>
        <CardContent>
          <TestForm path={path} email={account.user.email} />
        </CardContent>
      </Card>
    </div>
  );
}
