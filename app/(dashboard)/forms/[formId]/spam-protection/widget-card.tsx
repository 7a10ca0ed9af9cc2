import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { RelativeTime } from "#components/ui/relative-time";
import { Step, Steps } from "#components/ui/steps";
import { writeWidgetSnippet } from "#lib/forms/snippets";
import type { Turnstile } from "#lib/turnstile/schema";
import { AwaitProof } from "./await-proof";

type WidgetCardProps = {
  widget: Turnstile | null;
  hosts: readonly string[];
  /** The form with the widget's keys. */
  children: ReactNode;
  disconnect: ReactNode;
};

function WidgetBadge({ widget }: { widget: Turnstile | null }) {
  if (!widget) return <Badge>Not connected</Badge>;
  if (!widget.enabled) return <Badge withDot>Switched off</Badge>;
  if (widget.verifiedAt === null)
    return (
      <Badge tone="warning" withDot>
        Not proven yet
      </Badge>
    );
  return (
    <Badge tone="success" withDot>
      Verified
    </Badge>
  );
}

/** Turnstile from nothing to proven, step by step. */
export function WidgetCard({ widget, hosts, children, disconnect }: WidgetCardProps) {
  return (
    <Card>
      <CardHeader>
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>Anti-spam widget</CardTitle>
          <CardDescription>
            Cloudflare Turnstile tells people from robots, mostly without asking them anything. It
            is free, and the widget is your own.
          </CardDescription>
        </div>
        <WidgetBadge widget={widget} />
      </CardHeader>
      <CardContent>
        <Steps>
          <Step number={1} title="Create a widget at Cloudflare" isDone={widget !== null}>
            <p>
              In Cloudflare’s dashboard, open Turnstile, choose “Add widget” and name the hosts that
              your form stands on{hosts.length > 0 ? `: ${hosts.join(", ")}` : ""}.
            </p>
            <p>
              <a
                href="https://dash.cloudflare.com/?to=/:account/turnstile"
                target="_blank"
                rel="noreferrer"
                className="link inline-flex items-center gap-1.5"
              >
                Open Cloudflare’s dashboard
                <ExternalLink aria-hidden className="size-3.5" />
              </a>
            </p>
          </Step>
          <Step number={2} title="Connect it with its two keys" isDone={widget !== null}>
            {widget ? (
              <details className="rounded-md border px-4 py-3 open:pb-4">
                <summary className="font-medium text-foreground">Change the widget</summary>
                <p className="my-3">
                  Every save asks for a new proof: until the next visitor passes, nobody gets an
                  automatic reply.
                </p>
                {children}
              </details>
            ) : (
              children
            )}
          </Step>
          <Step
            number={3}
            title="Put the widget into your form"
            isDone={widget !== null && widget.verifiedAt !== null}
          >
            <p>
              Both lines belong on your page, the first one inside the form. The snippets of the
              overview have them already once the widget is connected.
            </p>
            <CodeBlock
              code={writeWidgetSnippet(widget?.siteKey ?? "YOUR_SITE_KEY")}
              title="HTML"
              what="widget snippet"
            />
          </Step>
          <Step number={4} title="Send the form once" isDone={Boolean(widget?.verifiedAt)}>
            <Proof widget={widget} />
          </Step>
        </Steps>
      </CardContent>
      {disconnect}
    </Card>
  );
}

function Proof({ widget }: { widget: Turnstile | null }) {
  if (!widget) return <p>The first visitor who passes proves that keys and hostnames fit.</p>;
  if (!widget.enabled) return <p>The widget is switched off, so nobody is asked to pass it.</p>;
  if (widget.verifiedAt === null) return <AwaitProof />;
  return (
    <p>
      The first visitor passed <RelativeTime at={widget.verifiedAt} />. Posts without a passed
      challenge are refused.
    </p>
  );
}
