import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { Badge } from "#components/ui/badge";
import { Card, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { Step, Steps } from "#components/ui/steps";
import { db } from "#lib/adapters/db/database";
import { readAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import {
  type ChallengeState,
  findChallengeState,
} from "#lib/domain/forms/challenge/challenge-state";
import { readFields } from "#lib/domain/forms/fields/form-fields";
import { isSafeType } from "#lib/domain/forms/fields/types";
import { readPage } from "#lib/domain/forms/page/form-page";
import { CONSENT_SNIPPET } from "#lib/domain/forms/snippets/component-snippets";
import type { Turnstile } from "#lib/domain/forms/turnstile/schema";
import { listRecipients } from "#lib/domain/recipients/store";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { AutoReplyEditor } from "./auto-reply-form";
import { ConfirmForm } from "./confirm-form";

export const generateMetadata = formMetadata((name) => `Auto-reply · ${name}`);

export default async function AutoReplyPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const [saved, all, ownChallenge, page, { fields }] = await Promise.all([
    readAutoresponder(ctx, form.id),
    listRecipients(ctx),
    findChallengeState(db(), ctx, form.id),
    readPage(db(), ctx, form.id),
    readFields(db(), ctx, form.id),
  ]);
  const verified = all.filter(({ status }) => status === "verified");
  const recipients = all.filter(
    (recipient) => verified.includes(recipient) || recipient.id === saved?.replyRecipientId,
  );
  const widget = form.turnstile;
  const isMet = {
    challenge:
      Boolean(widget?.enabled && widget.verifiedAt !== null) || ownChallenge === "verified",
    recipient: verified.length > 0,
  };
  const missing = Object.values(isMet).filter((one) => !one).length;
  return (
    <div className="grid gap-6">
      <Card>
        {/* Closed once all requirements are met. */}
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
              <Step number={1} title="A confirmed challenge" isDone={isMet.challenge}>
                <p>
                  {challengeState(widget, ownChallenge)}{" "}
                  {isMet.challenge ? null : (
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
        hasChoices={fields.some(({ type }) => isSafeType(type))}
        isConfirmed={page.confirmEmail}
      />
      <ConfirmForm
        formId={form.id}
        page={page}
        blocked={describeProblem(widget, ownChallenge, page.confirmEmail)}
      />
    </div>
  );
}

type Met = { challenge: boolean; recipient: boolean };

/** Explains in a sentence why auto-reply can’t be turned on; null if it can. */
function describeMissing({ challenge, recipient }: Met): string | null {
  if (challenge && recipient) return null;
  if (challenge) return "Add a confirmed recipient first.";
  if (recipient) return "Set up and confirm a challenge first.";
  return "First, set up a challenge and a recipient, and confirm both.";
}

function challengeState(widget: Turnstile | null, own: ChallengeState): string {
  if (widget?.enabled && widget.verifiedAt !== null)
    return "Your Turnstile widget is connected and confirmed.";
  if (own === "verified")
    return "The form’s own challenge is confirmed. With it alone, at most 20 emails an hour are sent to visitors, and none to those who don’t pass.";
  if (widget?.enabled)
    return "Your Turnstile widget is connected. The first successful submission confirms it.";
  if (own === "unverified")
    return "The form’s own challenge is on. The first visitor who passes it confirms it.";
  return widget
    ? "Your Turnstile widget is connected, but off."
    : "Neither a Turnstile widget nor the form’s own challenge is on. Without one, bots could trigger emails.";
}

/**
 * Explains why visitors can’t be asked to confirm their address, or aren’t although it’s on; null if there’s no
 * problem.
 */
function describeProblem(
  widget: Turnstile | null,
  own: ChallengeState,
  isOn: boolean,
): string | null {
  if (!widget?.enabled && own === "off")
    return isOn
      ? "No message waits: the form has neither a Turnstile widget nor its own challenge."
      : "Requires a Turnstile widget or the form’s own challenge, so that bots can’t trigger emails.";
  const isConfirmed = own === "verified" || (widget?.enabled && widget.verifiedAt !== null);
  return isOn || isConfirmed
    ? null
    : "Requires a confirmed challenge. The first visitor who passes it confirms it.";
}
