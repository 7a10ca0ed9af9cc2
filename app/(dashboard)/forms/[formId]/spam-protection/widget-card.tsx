import { ChevronRight, CircleDashed, ExternalLink } from "lucide-react";
import Link from "next/link";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { RelativeTime } from "#components/ui/relative-time";
import { Step, Steps } from "#components/ui/steps";
import type { FormWithWidget } from "#lib/forms/schema";
import { writeWidgetSnippet } from "#lib/forms/snippets";
import type { Turnstile } from "#lib/turnstile/schema";
import { DisconnectWidget, WidgetForm } from "./protection-forms";

function WidgetBadge({ widget }: { widget: Turnstile | null }) {
  if (!widget) return <Badge>Not connected</Badge>;
  if (!widget.enabled) return <Badge withDot>Off</Badge>;
  const isVerified = widget.verifiedAt !== null;
  return (
    <Badge tone={isVerified ? "success" : "warning"} withDot>
      {isVerified ? "Confirmed" : "Not confirmed yet"}
    </Badge>
  );
}

type WidgetCardProps = { form: FormWithWidget; isReplyEnabled: boolean };

export function WidgetCard({ form, isReplyEnabled }: WidgetCardProps) {
  const { id, settings, turnstile: widget } = form;
  const hostnames =
    widget?.hostnames ?? settings.allowedOrigins.map((origin) => new URL(origin).hostname);
  const isVerified = Boolean(widget?.verifiedAt);
  const keys = <WidgetForm formId={id} widget={widget} hostnames={hostnames} />;
  return (
    <Card>
      <CardHeader
        title="Anti-spam widget"
        description="Blocks bots, usually without a challenge. Free, in your own Cloudflare account."
      >
        <WidgetBadge widget={widget} />
      </CardHeader>
      <CardContent>
        <Steps>
          <Step number={1} title="Create a widget in Cloudflare" isDone={widget !== null}>
            <p>
              In the Cloudflare dashboard, open Turnstile, select “Add widget,” and add the
              hostnames where your form runs
              {hostnames.length > 0 ? `: ${hostnames.join(", ")}` : ""}.
            </p>
            <p>
              <a
                href="https://dash.cloudflare.com/?to=/:account/turnstile"
                target="_blank"
                rel="noreferrer"
                className="link inline-flex items-center gap-1.5"
              >
                Open the Cloudflare dashboard
                <ExternalLink aria-hidden className="size-3.5" />
              </a>
            </p>
          </Step>
          <Step number={2} title="Enter the widget’s keys" isDone={widget !== null}>
            {widget ? (
              <details className="group/edit rounded-md border px-4 py-3 open:pb-4">
                <summary className="flex list-none items-center gap-1 rounded-sm font-medium text-foreground [&::-webkit-details-marker]:hidden">
                  <ChevronRight aria-hidden className="size-4 group-open/edit:rotate-90" />
                  Edit widget
                </summary>
                <p className="my-3">
                  The setup must be confirmed again after saving. Auto-replies are paused until the
                  next successful submission.
                </p>
                {keys}
              </details>
            ) : (
              keys
            )}
          </Step>
          <Step number={3} title="Add the widget to your form" isDone={isVerified}>
            <p>
              Add both lines to your page, the first one inside the form. The snippets on the{" "}
              <Link href={`/forms/${id}/install`} className="link">
                Install tab
              </Link>{" "}
              include them{widget ? "" : " once the widget is connected"}.
            </p>
            <CodeBlock
              code={writeWidgetSnippet(widget?.siteKey ?? "YOUR_SITE_KEY")}
              title="HTML"
              what="widget snippet"
            />
          </Step>
          <Step number={4} title="Submit the form once" isDone={isVerified}>
            <Proof widget={widget} />
          </Step>
        </Steps>
      </CardContent>
      {widget ? <DisconnectWidget formId={id} isReplyEnabled={isReplyEnabled} /> : null}
    </Card>
  );
}

function Proof({ widget }: { widget: Turnstile | null }) {
  if (!widget) return <p>The first successful submission confirms your setup.</p>;
  if (!widget.enabled) return <p>The widget is off, so submissions aren’t checked.</p>;
  if (widget.verifiedAt === null)
    return (
      <p className="flex items-center gap-2 text-foreground">
        <RefreshPage everyMs={5_000} />
        <CircleDashed aria-hidden className="size-4 shrink-0 text-primary" />
        Waiting for the first successful submission. This page updates automatically.
      </p>
    );
  return (
    <p>
      Confirmed <RelativeTime at={widget.verifiedAt} />. Submissions that don’t pass are rejected.
    </p>
  );
}
