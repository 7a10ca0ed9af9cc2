import type { Metadata } from "next";
import Link from "next/link";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { Step, Steps } from "#components/ui/steps";
import { getAutoresponder } from "#lib/autoresponder/store";
import { CONSENT_SNIPPET } from "#lib/forms/snippets";
import { listRecipients } from "#lib/recipients/store";
import type { Turnstile } from "#lib/turnstile/schema";
import { pageSession } from "../../../page-session";
import { type FormParams, readForm } from "../read-form";
import { saveAutoReplyAction } from "./actions";
import { AutoReplyForm, ReplyPreview } from "./auto-reply-form";

const EDITOR_ID = "auto-reply";

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Auto-reply · ${(await readForm((await params).formId)).name}` };
}

export default async function AutoReplyPage({ params }: { params: FormParams }) {
  const { ctx } = await pageSession();
  const form = await readForm((await params).formId);
  const [saved, recipients] = await Promise.all([
    getAutoresponder(ctx, form.id),
    listRecipients(ctx),
  ]);
  const addresses = recipients.filter(
    ({ id, status }) => status === "verified" || id === saved?.replyRecipientId,
  );
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <AutoReplyForm
          id={EDITOR_ID}
          draftKey={`auto-reply-${form.id}`}
          saved={saved}
          addresses={addresses.map(({ id, email }) => ({ id, email }))}
          action={saveAutoReplyAction.bind(null, form.id)}
        />
        <div className="grid gap-2 lg:sticky lg:top-14">
          <h2 className="font-semibold">Preview</h2>
          <ReplyPreview
            path={`/forms/${form.id}/auto-reply/preview`}
            formId={EDITOR_ID}
            addresses={Object.fromEntries(addresses.map(({ id, email }) => [id, email]))}
          />
        </div>
      </div>
      <Requirements
        formId={form.id}
        widget={form.turnstile}
        hasAddress={recipients.some(({ status }) => status === "verified")}
      />
    </div>
  );
}

type RequirementsProps = {
  formId: string;
  widget: Turnstile | null;
  hasAddress: boolean;
};

function widgetState(widget: Turnstile | null): string {
  if (!widget) return "Connect one in Spam protection. Without it, bots could trigger emails.";
  if (!widget.enabled) return "Connected, but off.";
  if (widget.verifiedAt === null) return "Connected. The first successful submission verifies it.";
  return "Connected and verified.";
}

/** What is needed before replies are sent. */
export function Requirements({ formId, widget, hasAddress }: RequirementsProps) {
  const isProven = Boolean(widget?.enabled && widget.verifiedAt !== null);
  return (
    <Card>
      <CardHeader>
        <div>
          <CardTitle>Requirements</CardTitle>
          <CardDescription>
            Replies are sent only when all three are set up, to prevent abuse.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        <Steps>
          <Step number={1} title="A verified anti-spam widget" isDone={isProven}>
            <p>
              {widgetState(widget)}{" "}
              {isProven ? null : (
                <Link href={`/forms/${formId}/spam-protection`} className="link">
                  Open Spam protection
                </Link>
              )}
            </p>
          </Step>
          <Step number={2} title="A verified recipient" isDone={hasAddress}>
            {hasAddress ? (
              <p>Visitors’ replies go there.</p>
            ) : (
              <p>
                <Link href="/recipients" className="link">
                  Add a recipient
                </Link>{" "}
                and ask its owner to confirm it.
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
