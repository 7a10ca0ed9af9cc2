import Link from "next/link";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { Step, Steps } from "#components/ui/steps";
import { getAutoresponder } from "#lib/autoresponder/autoresponder";
import { CONSENT_SNIPPET } from "#lib/forms/snippets";
import { listRecipients } from "#lib/recipients/store";
import type { Turnstile } from "#lib/turnstile/schema";
import { type FormParams, formMetadata, formPage } from "../read-form";
import { AutoReplyForm, ReplyPreview } from "./auto-reply-form";

export const generateMetadata = formMetadata((name) => `Auto-reply · ${name}`);

export default async function AutoReplyPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [saved, all] = await Promise.all([getAutoresponder(ctx, form.id), listRecipients(ctx)]);
  const verified = all.filter(({ status }) => status === "verified");
  const recipients = all.filter(
    (recipient) => verified.includes(recipient) || recipient.id === saved?.replyRecipientId,
  );
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AutoReplyForm formId={form.id} saved={saved} recipients={recipients} />
        <div className="grid gap-2 lg:sticky lg:top-14">
          <h2 className="font-semibold">Preview</h2>
          <ReplyPreview formId={form.id} recipients={recipients} />
        </div>
      </div>
      <Requirements formId={form.id} widget={form.turnstile} hasAddress={verified.length > 0} />
    </div>
  );
}

type RequirementsProps = {
  formId: string;
  widget: Turnstile | null;
  hasAddress: boolean;
};

function widgetState(widget: Turnstile | null): string {
  if (!widget) return "Not connected. Without one, bots could trigger emails.";
  if (!widget.enabled) return "Connected, but off.";
  if (widget.verifiedAt === null) return "Connected. The first successful submission confirms it.";
  return "Connected and confirmed.";
}

function Requirements({ formId, widget, hasAddress }: RequirementsProps) {
  const isProven = Boolean(widget?.enabled && widget.verifiedAt !== null);
  return (
    <Card>
      <CardHeader
        title="Requirements"
        description="To prevent abuse, auto-replies are sent only when all three are set up."
      />
      <CardContent>
        <Steps>
          <Step number={1} title="A confirmed anti-spam widget" isDone={isProven}>
            <p>
              {widgetState(widget)}{" "}
              {isProven ? null : (
                <Link href={`/forms/${formId}/spam-protection`} className="link">
                  Open Spam protection
                </Link>
              )}
            </p>
          </Step>
          <Step number={2} title="A confirmed recipient" isDone={hasAddress}>
            {hasAddress ? (
              <p>Visitors’ replies go there.</p>
            ) : (
              <p>
                <Link href="/recipients" className="link">
                  Add a recipient
                </Link>{" "}
                and open the link in the confirmation email.
              </p>
            )}
          </Step>
          <Step number={3} title="The visitor’s consent" isDone={false}>
            <p>
              Add this checkbox to your form. Only the value “true” counts. The hosted form and the
              snippets on the Overview tab include it once auto-reply is on.
            </p>
            <CodeBlock code={CONSENT_SNIPPET} title="Inside the form" what="consent box" />
          </Step>
        </Steps>
      </CardContent>
    </Card>
  );
}
