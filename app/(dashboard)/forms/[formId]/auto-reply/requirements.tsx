import { ChevronDown } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge";
import { Card, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { Step, Steps } from "#components/ui/steps";
import { CONSENT_SNIPPET } from "#lib/forms/component-snippets";
import type { Turnstile } from "#lib/turnstile/schema";

/** Requirements for turning auto-reply on. */
type Met = { widget: boolean; recipient: boolean };

export function isProven(widget: Turnstile | null): boolean {
  return Boolean(widget?.enabled && widget.verifiedAt !== null);
}

/** Explains in a sentence why auto-reply can’t be turned on; null if it can. */
export function describeMissing({ widget, recipient }: Met): string | null {
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

type RequirementsProps = { formId: string; widget: Turnstile | null; isMet: Met };

export function Requirements({ formId, widget, isMet }: RequirementsProps) {
  return (
    <Card>
      {/* Closed once it has nothing left to ask for. */}
      <details open={!isMet.widget || !isMet.recipient} className="group">
        <summary className="flex cursor-pointer list-none items-center gap-3 rounded-md p-4 sm:px-6 [&::-webkit-details-marker]:hidden">
          <CardTitle>Requirements</CardTitle>
          <RequirementsBadge isMet={isMet} />
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
                  <StepLink href={`/forms/${formId}/spam-protection`}>
                    Open Spam protection
                  </StepLink>
                )}
              </p>
            </Step>
            <Step number={2} title="A confirmed recipient" isDone={isMet.recipient}>
              {isMet.recipient ? (
                <p>Replies go to this address.</p>
              ) : (
                <p>
                  <StepLink href="/recipients">Add a recipient</StepLink> and open the link in the
                  confirmation email.
                </p>
              )}
            </Step>
            <Step number={3} title="The visitor’s consent" isDone={false}>
              <p>
                Visitors opt in with a checkbox. The hosted form and the form’s snippets include it
                once auto-reply is on. In your own code, only the value “true” counts.
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
  );
}

function RequirementsBadge({ isMet }: { isMet: Met }) {
  const missing = Object.values(isMet).filter((one) => !one).length;
  return missing === 0 ? (
    <Badge tone="success" withDot>
      Met
    </Badge>
  ) : (
    <Badge tone="warning" withDot>
      {missing} missing
    </Badge>
  );
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link">
      {children}
    </Link>
  );
}
