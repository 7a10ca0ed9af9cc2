"use client";

import {
  Circle,
  CircleCheck,
  CircleMinus,
  CircleX,
  LoaderCircle,
  Play,
  RotateCw,
  TriangleAlert,
  X,
} from "lucide-react";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { cn } from "#components/ui/cn";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import { countOf, formatCount } from "#lib/core/count";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";
import { type TestState, useReceiverTest } from "./use-receiver-test";

type ReceiverTestProps = {
  url: string;
  path: string;
  steps: readonly { id: ReceiverCheck["id"]; title: string }[];
};

export function ReceiverTest({ url, path, steps }: ReceiverTestProps) {
  const { state, checks, run, cancel } = useReceiverTest(path, steps.length);
  const isRunning = state.phase === "running";
  const isFirst = state.phase === "idle";
  const latest = checks.at(-1);
  return (
    <Card>
      <CardHeader
        title="Guided test"
        description="Sends 4 test events to your endpoint and shows what to fix. Test events aren’t stored."
      >
        {/* Stays in place while the test runs, so that a double click doesn’t cancel it. */}
        <div className="grid gap-2">
          <PendingButton
            isPending={isRunning}
            icon={isFirst ? <Play aria-hidden /> : <RotateCw aria-hidden />}
            onClick={run}
          >
            {isRunning ? "Running" : isFirst ? "Run test" : "Run again"}
          </PendingButton>
          {isRunning ? (
            <Button variant="outline" onClick={cancel}>
              <X aria-hidden />
              Cancel
            </Button>
          ) : null}
        </div>
      </CardHeader>
      <CardContent className="grid gap-5">
        <CopyField value={url} what="endpoint URL" />
        <ol className="grid">
          {steps.map((step, index) => (
            <CheckRow
              key={step.id}
              title={step.title}
              check={checks[index] ?? null}
              isRunning={isRunning && index === checks.length}
            />
          ))}
        </ol>
        <p role="status" className="sr-only">
          {latest ? `${latest.title}: ${latest.detail}` : ""}
        </p>
        <Verdict state={state} checks={checks} />
      </CardContent>
    </Card>
  );
}

function Verdict({ state, checks }: { state: TestState; checks: readonly ReceiverCheck[] }) {
  if (state.phase === "cancelled") return <Notice>Canceled. The results so far are above.</Notice>;
  if (state.phase === "broken")
    return (
      <Notice tone="danger" role="alert">
        {state.message}
      </Notice>
    );
  if (state.phase !== "done") return null;
  const failed = checks.filter(({ status }) => status === "fail").length;
  const warned = checks.filter(({ status }) => status === "warn").length;
  if (failed > 0)
    return (
      <Notice tone="danger" role="alert">
        {countOf(failed, "check")} failed. Fix the issues above and run again.
      </Notice>
    );
  return (
    <Notice tone="success" role="status">
      Your endpoint is ready
      {warned > 0 ? `, with ${countOf(warned, "warning")}` : ""}.
    </Notice>
  );
}

const LOOKS = {
  pass: { Icon: CircleCheck, look: "text-success", word: "passed" },
  warn: { Icon: TriangleAlert, look: "text-warning", word: "warning" },
  fail: { Icon: CircleX, look: "text-destructive", word: "failed" },
  skip: { Icon: CircleMinus, look: "text-muted-foreground", word: "skipped" },
} as const;

type CheckRowProps = { title: string; check: ReceiverCheck | null; isRunning: boolean };

function CheckRow({ title, check, isRunning }: CheckRowProps) {
  const { Icon, look, word } = check
    ? LOOKS[check.status]
    : isRunning
      ? { Icon: LoaderCircle, look: "animate-spin text-primary", word: "running" }
      : { Icon: Circle, look: "text-input", word: "not checked yet" };
  return (
    <li
      className="group grid grid-cols-[1.25rem_1fr_auto] gap-x-3"
      data-check={check?.status ?? "none"}
    >
      <span className="flex flex-col items-center">
        <Icon aria-hidden className={cn("size-5 shrink-0", look)} />
        <span aria-hidden className="my-1 w-px flex-1 bg-border group-last:hidden" />
      </span>
      <div className="min-w-0 pb-5 group-last:pb-0">
        <p className={cn("leading-5 font-medium", !check && !isRunning && "text-muted-foreground")}>
          {title}
          <span className="sr-only"> ({word})</span>
        </p>
        {check ? (
          <p className="mt-0.5 text-pretty break-words text-muted-foreground">{check.detail}</p>
        ) : null}
      </div>
      <span className="tabular text-xs leading-5 text-muted-foreground">
        {check && check.status !== "skip" ? `${formatCount(check.durationMs)} ms` : ""}
      </span>
    </li>
  );
}
