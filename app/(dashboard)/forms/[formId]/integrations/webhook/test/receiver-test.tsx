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
import { useEffect, useRef, useState } from "react";
import { Button, PendingButton } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { CopyField } from "#components/ui/code";
import { Notice } from "#components/ui/notice";
import { countOf, formatCount } from "#lib/core/count";
import type { ReceiverCheck } from "#lib/domain/endpoints/receiver-checks";

type TestState =
  | { phase: "idle" | "running" | "done" | "cancelled" }
  /** The reason it couldn’t start or was interrupted. */
  | { phase: "broken"; message: string };

const BROKEN = "The test was interrupted. Check your connection and run it again.";

async function rejectionOf(response: Response): Promise<string> {
  const body: { error?: { message?: string } } = await response.json().catch(() => ({}));
  return body.error?.message ?? BROKEN;
}

/** @param path - streams one JSON line per check, of `count` in a complete test */
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
  titles: readonly string[];
};

export function ReceiverTest({ url, path, titles }: ReceiverTestProps) {
  const { state, checks, run, cancel } = useReceiverTest(path, titles.length);
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
        <CheckList titles={titles} checks={checks} isRunning={isRunning} />
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

type CheckListProps = Pick<ReceiverTestProps, "titles"> & {
  checks: readonly ReceiverCheck[];
  isRunning: boolean;
};

/** Shows one row per check. Consecutive checks that are skipped for the same reason share a row. */
function CheckList({ titles, checks, isRunning }: CheckListProps) {
  const rows: CheckRowProps[] = [];
  for (const [index, title] of titles.entries()) {
    const check = checks[index] ?? null;
    const last = rows.at(-1);
    if (check?.status === "skip" && last?.check?.status === "skip") {
      if (last.check.detail === check.detail) {
        last.titles.push(title);
        continue;
      }
    }
    rows.push({ titles: [title], check, isRunning: isRunning && index === checks.length });
  }
  return (
    <ol className="grid">
      {rows.map((row) => (
        <CheckRow key={row.titles[0]} {...row} />
      ))}
    </ol>
  );
}

const LOOKS = {
  pass: { Icon: CircleCheck, look: "text-success", word: "passed" },
  warn: { Icon: TriangleAlert, look: "text-warning", word: "warning" },
  fail: { Icon: CircleX, look: "text-destructive", word: "failed" },
  skip: { Icon: CircleMinus, look: "text-muted-foreground", word: "skipped" },
} as const;

type CheckRowProps = { titles: string[]; check: ReceiverCheck | null; isRunning: boolean };

function lookOf({ check, isRunning }: CheckRowProps) {
  if (check) return LOOKS[check.status];
  return isRunning
    ? { Icon: LoaderCircle, look: "animate-spin text-primary", word: "running" }
    : { Icon: Circle, look: "text-input", word: "not checked yet" };
}

function CheckRow(props: CheckRowProps) {
  const { titles, check, isRunning } = props;
  const { Icon, look, word } = lookOf(props);
  const isSkipped = check?.status === "skip";
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
        {isSkipped ? (
          <p className="leading-5 text-pretty text-muted-foreground">
            <span className="font-medium">{countOf(titles.length, "check")} skipped:</span>{" "}
            {titles.join(" · ")}
          </p>
        ) : (
          <p
            className={cn("leading-5 font-medium", !check && !isRunning && "text-muted-foreground")}
          >
            {titles[0]}
            <span className="sr-only"> ({word})</span>
          </p>
        )}
        {check ? (
          <p className="mt-0.5 text-pretty break-words text-muted-foreground">{check.detail}</p>
        ) : null}
      </div>
      <span className="tabular text-xs leading-5 text-muted-foreground">
        {check && !isSkipped ? `${formatCount(check.durationMs)} ms` : ""}
      </span>
    </li>
  );
}
