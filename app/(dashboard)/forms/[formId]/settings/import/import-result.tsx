"use client";

import { useState } from "react";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { DayOf } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { Import, ImportProblem } from "#lib/domain/imports/schema";
import { type FollowImport, undoImport } from "./import-calls";
import { countsOf } from "./import-counts";

export function ProblemList({ current }: { current: Import }) {
  const { problems, problemCount } = current;
  if (problems.length === 0) return null;
  const unlisted = problemCount - problems.length;
  return (
    <details className="rounded-md border" open={problems.length <= 5}>
      <summary className="cursor-pointer px-4 py-2 font-medium">
        {countOf(problemCount, "problem")}
      </summary>
      <ul className="max-h-80 divide-y overflow-y-auto border-t">
        {problems.map((problem: ImportProblem) => (
          <li key={`${problem.row} ${problem.column} ${problem.message}`} className="px-4 py-2">
            Row {problem.row}
            {problem.column ? `, ${problem.column}` : ""}: {problem.message}
            {problem.skipped ? "" : " It’s imported all the same."}
          </li>
        ))}
        {unlisted > 0 ? <li className="px-4 py-2">And {unlisted} more.</li> : null}
      </ul>
    </details>
  );
}

type ImportResultProps = { current: Import; follow: FollowImport; restart: () => void };

export function ImportResult({ current, follow, restart }: ImportResultProps) {
  const [isUndoing, setUndoing] = useState(false);
  const { status, failure, undoUntil, imported } = current;
  const tone = status === "failed" ? "danger" : status === "completed" ? "success" : "info";
  async function undo() {
    setUndoing(true);
    await follow(undoImport(current.id));
    setUndoing(false);
  }
  return (
    <div className="grid gap-4">
      <Notice tone={tone} role="status">
        {failure ? <p>{failure}</p> : null}
        {countsOf(current).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
      <ProblemList current={current} />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={restart}>Import another file</Button>
        {undoUntil ? (
          <>
            <Button variant="outline" disabled={isUndoing} onClick={() => void undo()}>
              Undo import
            </Button>
            <p className="text-muted-foreground">
              Deletes the {countOf(imported, "message")} again, except those that someone changed.
              Possible until <DayOf at={undoUntil} />.
            </p>
          </>
        ) : null}
      </div>
    </div>
  );
}
