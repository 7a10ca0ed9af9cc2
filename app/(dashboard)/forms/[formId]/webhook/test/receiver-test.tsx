"use client";

import { Play, RotateCw, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";
import { CheckList } from "./check-list";

type TestState =
  | { phase: "idle" | "running" | "done" | "cancelled" }
  /** The reason it couldn’t start or was interrupted. */
  | { phase: "broken"; message: string };

const BROKEN = "The test was interrupted. Check your connection and run it again.";

async function rejectionOf(response: Response): Promise<string> {
  const body: { error?: { message?: string } } = await response.json().catch(() => ({}));
  return body.error?.message ?? BROKEN;
}

/**
 * Runs the guided receiver test.
 *
 * @param path - streams one JSON line per check
 * @param count - number of checks in a complete test
 */
function useReceiverTest(path: string, count: number) {
  const [state, setState] = useState<TestState>({ phase: "idle" });
  const [checks, setChecks] = useState<readonly ReceiverCheck[]>([]);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function follow(signal: AbortSignal): Promise<TestState> {
    const response = await fetch(path, { method: "POST", signal });
    if (!response.ok || !response.body)
      return { phase: "broken", message: await rejectionOf(response) };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let found: ReceiverCheck[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += read.value;
      found = text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      setChecks(found);
    }
    return found.length === count ? { phase: "done" } : { phase: "broken", message: BROKEN };
  }

  async function run(): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setChecks([]);
    setState({ phase: "running" });
    const outcome = await follow(controller.signal).catch(
      (): TestState =>
        controller.signal.aborted ? { phase: "cancelled" } : { phase: "broken", message: BROKEN },
    );
    running.current = null;
    setState(outcome);
  }

  return { state, checks, run, cancel: () => running.current?.abort() };
}

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
        <CheckList steps={steps} checks={checks} isRunning={isRunning} />
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
