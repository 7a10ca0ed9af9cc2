import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { Badge } from "#components/ui/badge";
import { Card, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { Step, Steps } from "#components/ui/steps";
import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { CONSENT_SNIPPET } from "#lib/domain/forms/snippets/component-snippets";
import type { Turnstile } from "#lib/domain/forms/turnstile/schema";
import { listRecipients } from "#lib/domain/recipients/store";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { AutoReplyEditor } from "./auto-reply-form";

export const generateMetadata = formMetadata((name) => `Auto-reply · ${name}`);

export default async function AutoReplyPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [saved, all] = await Promise.all([getAutoresponder(ctx, form.id), listRecipients(ctx)]);
  const verified = all.filter(({ status }) => status === "verified");
  const recipients = all.filter(
    (recipient) => verified.includes(recipient) || recipient.id === saved?.replyRecipientId,
  );
  const widget = form.turnstile;
  const isMet = {
    widget: Boolean(widget?.enabled && widget.verifiedAt !== null),
    recipient: verified.length > 0,
  };
  const missing = Object.values(isMet).filter((one) => !one).length;
  return (
    <div className="grid gap-6">
      <Card>
        {/* Closed once it has nothing left to ask for. */}
        <details open={missing > 0} className="group">
          <summary className="flex cursor-pointer list-none items-center gap-3 rounded-md p-4 sm:px-6 [&::-webkit-details-marker]:hidden">
            <CardTitle>Requirements</CardTitle>
            <Badge tone={missing === 0 ? "success" : "warning"} withDot>
              {missing === 0 ? "Met" : `${missing} missing`}
            </Badge>
            <ChevronDown
              aria-hidden
              className="ml-auto size-4 text-muted-foreground transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="grid gap-5 px-4 pb-4 sm:px-6 sm:pb-6">
            <p className="max-w-prose text-pretty text-muted-foreground">
              To prevent abuse, auto-replies are sent only when all three are set up.
            </p>
            <Steps>
              <Step number={1} title="A confirmed Turnstile widget" isDone={isMet.widget}>
                <p>
                  {widgetState(widget)}{" "}
                  {isMet.widget ? null : (
                    <Link href={`/forms/${form.id}/settings/spam`} className="link">
                      Open Spam protection
                    </Link>
                  )}
                </p>
              </Step>
              <Step number={2} title="A confirmed recipient" isDone={isMet.recipient}>
                {isMet.recipient ? (
                  <p>Replies go to this address.</p>
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
                  Visitors opt in with a checkbox. The hosted form and the form’s snippets include
                  it once auto-reply is on. In your own code, only the value “true” counts.
                </p>
                <details>
                  <summary className="link w-fit cursor-pointer">Show the checkbox</summary>
                  <CodeBlock
                    code={CONSENT_SNIPPET}
                    title="Inside the form"
                    what="consent box"
                    className="mt-3"
                  />
                </details>
              </Step>
            </Steps>
          </div>
        </details>
      </Card>
      <AutoReplyEditor
        formId={form.id}
        saved={saved}
        recipients={recipients}
        blocked={describeMissing(isMet)}
      />
    </div>
  );
}

type Met = { widget: boolean; recipient: boolean };

/** Explains in a sentence why auto-reply can’t be turned on; null if it can. */
function describeMissing({ widget, recipient }: Met): string | null {
  if (widget && recipient) return null;
  if (widget) return "Add a confirmed recipient first.";
  if (recipient) return "Connect and confirm a Turnstile widget first.";
  return "Add a confirmed Turnstile widget and a confirmed recipient first.";
}

function widgetState(widget: Turnstile | null): string {
  if (!widget) return "Not connected. Without one, bots could trigger emails.";
  if (!widget.enabled) return "Connected, but off.";
  if (widget.verifiedAt === null) return "Connected. The first successful submission confirms it.";
  return "Connected and confirmed.";
}
