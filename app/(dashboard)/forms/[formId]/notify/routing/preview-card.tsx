"use client";

import { CornerDownRight, Plus, X } from "lucide-react";
import { useState } from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { SelectField } from "#components/form/fields";
import { callAction } from "#components/form/use-action.ts";
import { Button, IconButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { useTimeZone } from "#components/ui/clock";
import { Disclosure } from "#components/ui/disclosure";
import { Input } from "#components/ui/input";
import { toast } from "#components/ui/toast.ts";
import { formatMoment } from "#lib/core/dates";
import type { NotificationPlan } from "#lib/domain/emails/schema";
import { useDelayedResult } from "../../use-delayed-result";
import { previewRoutingAction, readSampleAction } from "./actions";
import {
  describeAudience,
  describeProblems,
  explainPlan,
  type RoutingRulesDraft,
  type Sample,
  withNames,
} from "./draft";

export type OfferedMessage = { id: string; sender: string; receivedAt: number };

type PreviewCardProps = {
  formId: string;
  draft: RoutingRulesDraft;
  messages: readonly OfferedMessage[];
  initialSample: Sample;
};

const SAMPLE: Sample = [
  ["name", "Ada Lovelace"],
  ["email", "ada@example.com"],
  ["topic", "Sales"],
  ["message", "Hello!"],
];

export function PreviewCard({ formId, draft, messages, initialSample }: PreviewCardProps) {
  const [sample, setSample] = useState<Sample>(initialSample.length > 0 ? initialSample : SAMPLE);
  const previewed = usePreview(formId, draft, sample);
  const timeZone = useTimeZone();

  async function choose(submissionId: string): Promise<void> {
    if (submissionId === "") return setSample(SAMPLE);
    const read = await callAction(() => readSampleAction(submissionId));
    if (read.ok) setSample(read.value);
    else toast("Couldn’t load this message. It may have been deleted.");
  }

  return (
    <Card>
      <CardHeader title="Try it" />
      <CardContent className="grid gap-4">
        <div role="status" className="rounded-md border bg-muted/60 px-4 py-3">
          <Outcome previewed={previewed} draft={draft} />
        </div>
        <SelectField
          name="sample"
          label="Use fields from"
          defaultValue={messages[0]?.id ?? ""}
          onChange={(event) => choose(event.target.value)}
        >
          {messages.map(({ id, sender, receivedAt }) => (
            <option key={id} value={id}>
              {sender}, {formatMoment(receivedAt, "day", timeZone)}
            </option>
          ))}
          <option value="">Sample message</option>
        </SelectField>
        <Disclosure summary="Its fields">
          <SampleFields sample={sample} onChange={setSample} />
        </Disclosure>
      </CardContent>
    </Card>
  );
}

function Outcome({ previewed, draft }: { previewed: Previewed | null; draft: RoutingRulesDraft }) {
  if (!previewed) return <p className="text-muted-foreground">Checking…</p>;
  const { rules, result } = previewed;
  if (!result.ok)
    return (
      <p className="text-muted-foreground">
        {describeProblems(rules, result.error.details) || result.error.message}
      </p>
    );
  return (
    <>
      <p className="flex gap-2">
        <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
        <span className="min-w-0 break-words">
          This message would go to{" "}
          <strong className="font-semibold">{describeAudience(result.value)}</strong>
        </span>
      </p>
      <p className="mt-1 pl-6 break-words text-muted-foreground">
        because {explainPlan(result.value, draft)}
      </p>
    </>
  );
}

type SampleFieldsProps = { sample: Sample; onChange: (sample: Sample) => void };

function SampleFields({ sample, onChange }: SampleFieldsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Fields</legend>
      {sample.map(([name, value], index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place; names may repeat
          key={index}
          className="grid grid-cols-[2fr_3fr_auto] gap-1.5"
        >
          <Input
            aria-label={`Name of field ${index + 1}`}
            value={name}
            autoComplete="off"
            className="font-mono text-xs md:text-xs"
            onChange={({ target }) => onChange(sample.with(index, [target.value, value]))}
          />
          <Input
            aria-label={`Value of field ${index + 1}`}
            value={typeof value === "string" ? value : value.join(", ")}
            // A list of values is kept until it’s edited.
            title={typeof value === "string" ? undefined : "Multiple values"}
            autoComplete="off"
            onChange={({ target }) => onChange(sample.with(index, [name, target.value]))}
          />
          <IconButton
            size="icon"
            icon={<X aria-hidden />}
            label={`Remove field ${index + 1}`}
            onClick={() => onChange(sample.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        variant="ghost"
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...sample, ["", ""]])}
      >
        <Plus aria-hidden />
        Add field
      </Button>
    </fieldset>
  );
}

type Previewed = { rules: RoutingRulesDraft["rules"]; result: ActionResult<NotificationPlan> };

/** The preview of a draft, with the rules it was computed from. */
function usePreview(
  formId: string,
  { enabled, rules }: RoutingRulesDraft,
  sample: Sample,
): Previewed | null {
  // Repeated names have several values, as in a real submission.
  const pairs = Map.groupBy(sample, ([name]) => name);
  const fields = Object.fromEntries(
    Array.from(pairs, ([name, same]) => [name, same.flatMap(([, value]) => value)]),
  );
  return useDelayedResult(JSON.stringify({ enabled, rules, fields }), async () => {
    const config = { enabled, rules: withNames(rules) };
    const result = await callAction(
      () => previewRoutingAction(formId, { config, fields }),
      "Couldn’t load the preview. We’ll retry on your next change.",
    );
    return { rules, result };
  });
}
