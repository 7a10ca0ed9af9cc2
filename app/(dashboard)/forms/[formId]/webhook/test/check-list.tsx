import {
  Circle,
  CircleCheck,
  CircleMinus,
  CircleX,
  LoaderCircle,
  TriangleAlert,
} from "lucide-react";
import { cn } from "#components/ui/cn.ts";
import { countOf, formatCount } from "#lib/core/count";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";

type CheckListProps = {
  steps: readonly { id: ReceiverCheck["id"]; title: string }[];
  /** The finished ones, in the order of the steps. */
  checks: readonly ReceiverCheck[];
  isRunning: boolean;
};

/** One row per check. Those skipped in a row for the same reason share one. */
export function CheckList({ steps, checks, isRunning }: CheckListProps) {
  const rows: CheckRowProps[] = [];
  for (const [index, { title }] of steps.entries()) {
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
