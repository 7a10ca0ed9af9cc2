import Link from "next/link";
import { SnippetTabs } from "#components/forms/snippet-tabs";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { LabeledCopy } from "#components/ui/code";
import type { SnippetForm } from "#lib/forms/component-snippets";
import type { FormSettings, FormWithWidget } from "#lib/forms/schema";
import { SNIPPETS } from "#lib/forms/snippets";

type InstallCardProps = {
  formId: string;
  isHosted: boolean;
  form: SnippetForm;
};

export function InstallCard({ formId, isHosted, form }: InstallCardProps) {
  return (
    <Card>
      <CardHeader
        title="Add this form to your site"
        description="Paste this in and rename or add fields. We store everything submitted."
      />
      <CardContent className="grid gap-5">
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-[3fr_2fr]">
          <LabeledCopy title="Form URL" value={form.address} what="form URL">
            {isHosted
              ? "Your form’s action URL. Open it in a browser to share a hosted form."
              : "Your form’s action URL. The hosted form is off while allowed origins are set."}
          </LabeledCopy>
          <LabeledCopy title="Form ID" value={formId} what="form ID">
            Use this ID in the{" "}
            <Link href="/docs/api" className="link">
              API
            </Link>
            .
          </LabeledCopy>
        </div>
        <SnippetTabs
          snippets={SNIPPETS.map(({ write, ...shown }) => ({ ...shown, code: write(form) }))}
        />
      </CardContent>
    </Card>
  );
}

/** Whether the form’s URL shows a hosted form: our own origin must be allowed. */
export function isHosted({ allowedOrigins }: FormSettings, ownOrigin: string): boolean {
  return allowedOrigins.length === 0 || allowedOrigins.includes(ownOrigin);
}

/**
 * Why a message from the dashboard would be rejected, and what to do instead; null if it wouldn’t.
 */
export function findObstacle(form: FormWithWidget, ownOrigin: string): string | null {
  const { allowedOrigins } = form.settings;
  if (form.status === "paused") return "This form is paused. Resume it to send a test.";
  if (!isHosted(form.settings, ownOrigin))
    return `Only ${allowedOrigins.join(", ")} can submit this form, so a test from this page would be rejected. Send it from your site.`;
  if (form.turnstile?.enabled)
    return "This form requires the anti-spam widget, which this page can’t show. Use the hosted form.";
  return null;
}
