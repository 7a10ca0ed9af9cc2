"use client";

import {
  Circle,
  CircleCheck,
  CircleMinus,
  CircleX,
  LoaderCircle,
  TriangleAlert,
} from "lucide-react";
import { cn } from "#components/ui/cn";
import { formatCount } from "#lib/core/count";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";

const LOOKS = {
  pass: { Icon: CircleCheck, look: "text-success", word: "passed" },
  warn: { Icon: TriangleAlert, look: "text-warning", word: "could be better" },
  fail: { Icon: CircleX, look: "text-destructive", word: "failed" },
  skip: { Icon: CircleMinus, look: "text-muted-foreground", word: "skipped" },
} as const;

type CheckRowProps = { title: string; check: ReceiverCheck | null; isRunning: boolean };

export function CheckRow({ title, check, isRunning }: CheckRowProps) {
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
