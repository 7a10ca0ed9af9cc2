import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card";
import { CodeBlock } from "#components/ui/code";
import { ExactTime } from "#components/ui/relative-time";
import { formatCount } from "#lib/core/count";
import type { WebhookAttempt } from "#lib/webhooks/schema";
import { OUTCOME, TRIGGER } from "../../delivery-words";

/** Every try to send the event, with what the receiver answered. */
export function Attempts({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Attempts</CardTitle>
      </CardHeader>
      <CardContent>
        {attempts.length === 0 ? (
          <p className="text-muted-foreground">Nothing was sent yet.</p>
        ) : (
          <ol className="grid gap-6">
            {attempts.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        )}
      </CardContent>
    </Card>
  );
}

function AttemptIcon({ outcome }: Pick<WebhookAttempt, "outcome">) {
  const place = "mt-0.5 size-4 shrink-0";
  if (outcome === "succeeded")
    return <CircleCheck aria-hidden className={`${place} text-success`} />;
  if (outcome === "pending")
    return <CircleDashed aria-hidden className={`${place} animate-spin text-muted-foreground`} />;
  return <CircleX aria-hidden className={`${place} text-destructive`} />;
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { number, trigger, outcome, responseStatus, responseBody, durationMs, error } = attempt;
  return (
    <li className="flex gap-3">
      <AttemptIcon outcome={outcome} />
      <div className="grid min-w-0 flex-1 gap-2">
        <div>
          <p className="font-medium">
            {OUTCOME[outcome]}
            {responseStatus === null ? "" : ` with ${responseStatus}`}
          </p>
          <p className="tabular text-muted-foreground">
            Attempt {number} ({TRIGGER[trigger]}) · <ExactTime at={attempt.startedAt} />
            {durationMs === null ? "" : ` · ${formatCount(durationMs)} ms`}
          </p>
          {error ? <p className="mt-1 text-pretty break-words">{error}</p> : null}
        </div>
        {responseBody ? (
          <CodeBlock
            code={responseBody}
            title={attempt.responseTruncated ? "Answer, its first 16 KB" : "Answer"}
            what={`answer to attempt ${number}`}
            className="[&>section]:max-h-60 [&>section]:overflow-y-auto"
          />
        ) : null}
      </div>
    </li>
  );
}
