"use client";

import { LoaderCircle, Play, RotateCw, X } from "lucide-react";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";
import { CheckRow } from "./check-row";
import { type TestState, useReceiverTest } from "./use-receiver-test";

type ReceiverTestProps = {
  url: string;
  path: string;
  steps: readonly { id: ReceiverCheck["id"]; title: string }[];
};

/** The guided test: what is being checked, what was found, and what to mend, while it runs. */
export function ReceiverTest({ url, path, steps }: ReceiverTestProps) {
  const { state, checks, run, cancel } = useReceiverTest(path, steps.length);
  const isRunning = state.phase === "running";
  const latest = checks.at(-1);
  return (
    <Card>
      <CardHeader>
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>Guided test</CardTitle>
          <CardDescription>
            Sends 4 test events to your receiver and tells what to mend. Nothing of it is kept, and
            no message is touched.
          </CardDescription>
        </div>
        {/* Stays where it is while it runs: the second half of a double click must not cancel. */}
        <div className="grid gap-2">
          <Button aria-disabled={isRunning || undefined} onClick={run}>
            {isRunning ? (
              <LoaderCircle aria-hidden className="animate-spin" />
            ) : state.phase === "idle" ? (
              <Play aria-hidden />
            ) : (
              <RotateCw aria-hidden />
            )}
            {isRunning ? "Running" : state.phase === "idle" ? "Run the test" : "Run it again"}
          </Button>
          {isRunning ? (
            <Button variant="outline" onClick={cancel}>
              <X aria-hidden />
              Cancel
            </Button>
          ) : null}
        </div>
      </CardHeader>
      <CardContent className="grid gap-5">
        <CopyField value={url} what="receiver address" />
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
  const failed = checks.filter(({ status }) => status === "fail").length;
  const warned = checks.filter(({ status }) => status === "warn").length;
  switch (state.phase) {
    case "idle":
    case "running":
      return null;
    case "cancelled":
      return <Notice>Cancelled. What was found until then stands above.</Notice>;
    case "broken":
      return (
        <Notice tone="danger" role="alert">
          {state.message}
        </Notice>
      );
    case "done":
      if (failed > 0)
        return (
          <Notice tone="danger" role="alert">
            {countOf(failed, "check")} failed. Mend what stands there, then run it again.
          </Notice>
        );
      return (
        <Notice tone="success" role="status">
          The receiver is ready
          {warned > 0 ? `, with ${countOf(warned, "thing")} that could be better` : ""}.
        </Notice>
      );
  }
}
