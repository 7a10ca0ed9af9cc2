import { Badge } from "#components/ui/badge";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { RelativeTime } from "#components/ui/relative-time";
import type { OperatorReport } from "#lib/entry/operations/operator-report";

export function ModelCard({ model }: Pick<OperatorReport, "model">) {
  if (!model) return null;
  const { name, host, lastVerdictAt, failuresInRow, problem } = model;
  return (
    <Card>
      <CardHeader
        title="Spam model"
        description="Your own model, which is asked about messages that the rules can’t decide. As this process knows it."
      >
        {problem ? (
          <Badge tone="warning" withDot>
            {failuresInRow > 0 ? "Doesn’t respond" : "Unclear"}
          </Badge>
        ) : (
          <Badge tone={lastVerdictAt === null ? "neutral" : "success"} withDot>
            {lastVerdictAt === null ? "Not asked yet" : "Works"}
          </Badge>
        )}
      </CardHeader>
      <CardContent className="grid gap-6">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
          <dt className="text-muted-foreground">Model</dt>
          <dd className="wrap-anywhere">{name}</dd>
          <dt className="text-muted-foreground">Server</dt>
          <dd className="wrap-anywhere">{host}</dd>
          <dt className="text-muted-foreground">Last verdict</dt>
          <dd>{lastVerdictAt === null ? "None yet" : <RelativeTime at={lastVerdictAt} />}</dd>
        </dl>
        {problem ? (
          <Notice tone="warning">
            {failuresInRow > 0
              ? "Messages are judged without the model until it responds. "
              : "The latest message was judged without the model. "}
            {problem}
          </Notice>
        ) : null}
      </CardContent>
    </Card>
  );
}
