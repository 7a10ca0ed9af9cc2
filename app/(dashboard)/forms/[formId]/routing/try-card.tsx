"use client";

import { CornerDownRight } from "lucide-react";
import { useState } from "react";
import { Card, CardContent, CardHeader, CardTitle } from "#components/ui/card";
import { useTimeZone } from "#components/ui/clock";
import { Label } from "#components/ui/label";
import { NativeSelect } from "#components/ui/native-select";
import { toast } from "#components/ui/toast";
import { formatMoment } from "#lib/core/moment";
import type { Answer, Draft, Preview, Sample } from "./draft";
import type { OfferedMessage } from "./routing-editor";
import { describeAudience, describeProblems, describeReason } from "./routing-words";
import { SampleFields } from "./sample-fields";
import { type Previewed, usePreview } from "./use-preview";

type TryCardProps = {
  draft: Draft;
  messages: readonly OfferedMessage[];
  initialSample: Sample;
  preview: (input: unknown) => Promise<Answer<Preview>>;
  readSample: (submissionId: string) => Promise<Answer<Sample>>;
};

const MADE_UP: Sample = [
  ["name", "Ada Lovelace"],
  ["email", "ada@example.com"],
  ["topic", "Sales"],
  ["message", "Hello!"],
];

/** A submission to try the rules on, and at once what they would do with it. */
export function TryCard(props: TryCardProps) {
  const { draft, messages, initialSample, preview, readSample } = props;
  const [sample, setSample] = useState<Sample>(initialSample.length > 0 ? initialSample : MADE_UP);
  const previewed = usePreview(draft, sample, preview);
  const timeZone = useTimeZone();

  async function choose(submissionId: string): Promise<void> {
    if (submissionId === "") return setSample(MADE_UP);
    const read = await readSample(submissionId).catch(() => null);
    if (read?.kind === "done") setSample(read.value);
    else toast("This message could not be read. It may have been deleted.");
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Try it</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <div role="status" className="rounded-md border bg-muted/60 px-4 py-3">
          <Outcome previewed={previewed} draft={draft} />
        </div>
        <div className="grid gap-1.5">
          <Label htmlFor="sample-message">With the fields of</Label>
          <NativeSelect
            id="sample-message"
            defaultValue={messages[0]?.id ?? ""}
            onChange={(event) => choose(event.target.value)}
          >
            {messages.map(({ id, sender, receivedAt }) => (
              <option key={id} value={id}>
                {sender}, {formatMoment(receivedAt, "day", timeZone)}
              </option>
            ))}
            <option value="">a made-up message</option>
          </NativeSelect>
        </div>
        <SampleFields sample={sample} onChange={setSample} />
      </CardContent>
    </Card>
  );
}

function Outcome({ previewed, draft }: { previewed: Previewed | null; draft: Draft }) {
  if (!previewed) return <p className="text-muted-foreground">Checking…</p>;
  const { rules, answer } = previewed;
  if (answer.kind === "refused")
    return (
      <p className="text-muted-foreground">
        {describeProblems(rules, answer.problems) || answer.message}
      </p>
    );
  return (
    <>
      <p className="flex gap-2">
        <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
        <span className="min-w-0 break-words">
          This submission would go to{" "}
          <strong className="font-semibold">{describeAudience(answer.value)}</strong>
        </span>
      </p>
      <p className="mt-1 pl-6 break-words text-muted-foreground">
        because {describeReason(answer.value, draft)}
      </p>
    </>
  );
}
