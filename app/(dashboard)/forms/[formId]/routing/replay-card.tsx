"use client";

import { History, LoaderCircle } from "lucide-react";
import { useState, useTransition } from "react";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { cn } from "#components/ui/cn";
import { Notice } from "#components/ui/notice";
import { type Answer, type Draft, isSameDraft, type Replay, toNoAnswer } from "./draft";
import { ReplayResults } from "./replay-results";
import { describeProblems } from "./routing-words";

type ReplayCardProps = {
  draft: Draft;
  hasMessages: boolean;
  replay: (input: unknown) => Promise<Answer<Replay>>;
};

/** The draft over what really came: who would have been told, before anything is saved. */
export function ReplayCard({ draft, hasMessages, replay }: ReplayCardProps) {
  const [run, setRun] = useState<{ draft: Draft; answer: Answer<Replay> } | null>(null);
  const [isPending, startTransition] = useTransition();

  function start(): void {
    if (isPending) return;
    const { enabled, rules } = draft;
    startTransition(async () => {
      const answer = await replay({ config: { enabled, rules } }).catch(
        toNoAnswer("No answer came. Check your connection and try again."),
      );
      setRun({ draft, answer });
    });
  }

  return (
    <Card>
      <CardHeader>
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>Replay</CardTitle>
          <CardDescription>
            Tries these rules, saved or not, on the last 50 messages outside spam. Nothing is sent.
          </CardDescription>
        </div>
        <Button
          variant="outline"
          onClick={start}
          disabled={!hasMessages}
          aria-disabled={isPending || undefined}
        >
          {isPending ? (
            <LoaderCircle aria-hidden className="animate-spin" />
          ) : (
            <History aria-hidden />
          )}
          Try on the last 50 messages
        </Button>
      </CardHeader>
      <CardContent className={cn("grid gap-4", run === null && hasMessages && "pt-0 sm:pt-0")}>
        {hasMessages ? null : (
          <p className="text-muted-foreground">There is no message yet to try the rules on.</p>
        )}
        {run && !isSameDraft(run.draft, draft) ? (
          <Notice>The rules have changed since. Try them again to see what they do now.</Notice>
        ) : null}
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {run?.answer.kind === "refused" ? (
            <Notice tone="warning">
              {describeProblems(run.draft.rules, run.answer.problems) || run.answer.message}
            </Notice>
          ) : null}
          {run?.answer.kind === "done" ? <ReplayResults replay={run.answer.value} /> : null}
        </div>
      </CardContent>
    </Card>
  );
}
