import Link from "next/link";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { Step, Steps } from "#components/ui/steps";
import { CONSENT_SNIPPET } from "#lib/forms/snippets";
import type { Turnstile } from "#lib/turnstile/schema";

type RequirementsProps = {
  formId: string;
  widget: Turnstile | null;
  hasAddress: boolean;
};

function widgetState(widget: Turnstile | null): string {
  if (!widget)
    return "Connect one under Spam protection: without it, anybody could have mail sent.";
  if (!widget.enabled) return "It is connected, but switched off.";
  if (widget.verifiedAt === null) return "It is connected; the first visitor who passes proves it.";
  return "It is connected, and a visitor has passed it.";
}

/** What a reply needs before it can leave, as it stands now. */
export function Requirements({ formId, widget, hasAddress }: RequirementsProps) {
  const isProven = Boolean(widget?.enabled && widget.verifiedAt !== null);
  return (
    <Card>
      <CardHeader>
        <div>
          <CardTitle>What it takes</CardTitle>
          <CardDescription>
            A reply leaves only when all three are there, so that nobody can misuse it.
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
          <Step number={2} title="A confirmed address of yours" isDone={hasAddress}>
            {hasAddress ? (
              <p>Visitors who answer the reply reach it.</p>
            ) : (
              <p>
                <Link href="/recipients" className="link">
                  Add a recipient
                </Link>{" "}
                and let its owner confirm it.
              </p>
            )}
          </Step>
          <Step number={3} title="The visitor’s consent" isDone={false}>
            <p>
              Your form asks with this box, and only “true” counts. The hosted form and the snippets
              of the overview have it once replies are on.
            </p>
            <CodeBlock code={CONSENT_SNIPPET} title="Inside the form" what="consent box" />
          </Step>
        </Steps>
      </CardContent>
    </Card>
  );
}
