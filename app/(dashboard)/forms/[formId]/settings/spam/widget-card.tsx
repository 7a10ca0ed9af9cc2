import { ChevronRight, CircleDashed, ExternalLink } from "lucide-react";
import Link from "next/link";
import { RefreshPage } from "#components/shell/use-polling.ts";
import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { RelativeTime } from "#components/ui/relative-time";
import { Step, Steps } from "#components/ui/steps";
import { countOf } from "#lib/core/count";
import type { FormWithWidget } from "#lib/domain/forms/schema";
import { writeWidgetSnippet } from "#lib/domain/forms/snippets/snippets";
import type { Turnstile } from "#lib/domain/forms/turnstile/schema";
import type { getObservation } from "#lib/domain/intake/observed-challenges";
import { DisconnectWidget, RequireWidget, WidgetForm } from "./widget-forms";

type State = { widget: Turnstile | null; observation: Observation | null };
type Observation = Awaited<ReturnType<typeof getObservation>>;

function WidgetBadge({ widget, observation }: State) {
  if (!widget) return <Badge>Not connected</Badge>;
  if (observation)
    return (
      <Badge tone="accent" withDot>
        Observing
      </Badge>
    );
  if (!widget.enabled) return <Badge withDot>Off</Badge>;
  const isVerified = widget.verifiedAt !== null;
  return (
    <Badge tone={isVerified ? "success" : "warning"} withDot>
      {isVerified ? "Confirmed" : "Not confirmed yet"}
    </Badge>
  );
}

type WidgetCardProps = {
  form: FormWithWidget;
  observation: Observation;
  isReplyEnabled: boolean;
};

export function WidgetCard({ form, observation, isReplyEnabled }: WidgetCardProps) {
  const { id, settings, turnstile: widget } = form;
  const hostnames =
    widget?.hostnames ?? settings.allowedOrigins.map((origin) => new URL(origin).hostname);
  const isVerified = Boolean(widget?.verifiedAt);
  const keys = (
    <WidgetForm
      formId={id}
      widget={widget}
      observes={observation?.observes ?? null}
      hostnames={hostnames}
    />
  );
  return (
    <Card>
      <CardHeader
        title="Cloudflare Turnstile"
        description="Blocks bots, usually without a challenge. Free, in your own Cloudflare account."
      >
        <WidgetBadge widget={widget} observation={observation} />
      </CardHeader>
      <CardContent>
        <Steps>
          <Step number={1} title="Create a widget in Cloudflare" isDone={widget !== null}>
            <p>
              In the Cloudflare dashboard, open Turnstile, select “Add widget”, and add the
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
            <Proof formId={id} widget={widget} observation={observation} />
          </Step>
        </Steps>
      </CardContent>
      {widget ? <DisconnectWidget formId={id} isReplyEnabled={isReplyEnabled} /> : null}
    </Card>
  );
}

function Proof({ formId, widget, observation }: State & { formId: string }) {
  if (!widget) return <p>Your setup is confirmed once a visitor passes a challenge.</p>;
  if (observation) return <Observed formId={formId} widget={widget} observation={observation} />;
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

type ObservedProps = { formId: string; widget: Turnstile; observation: NonNullable<Observation> };

function Observed({ formId, widget, observation: { observes, counts } }: ObservedProps) {
  const { passed, failed, missing } = counts;
  return (
    <div className="grid gap-3">
      <RefreshPage everyMs={5_000} />
      <p className="text-foreground">
        {passed + failed + missing === 0
          ? "Observing. No messages yet."
          : `Observing: ${countOf(passed, "message")} passed, ${failed} failed, ${missing} came without a challenge. None were rejected.`}
      </p>
      <p>
        {widget.verifiedAt !== null
          ? "The widget works. Once most visitors pass, require verification."
          : observes === "require"
            ? "Verification will be required once a visitor passes a challenge."
            : "Once a visitor has passed a challenge, you can require verification."}
      </p>
      {widget.verifiedAt === null ? null : (
        <div>
          <RequireWidget formId={formId} />
        </div>
      )}
    </div>
  );
}
