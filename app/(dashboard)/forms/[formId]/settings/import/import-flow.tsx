"use client";

import { useState } from "react";
import { Notice } from "#components/ui/notice";
import type { Import } from "#lib/domain/imports/schema";
import { FileStep } from "./file-step";
import { type FollowImport, startImport } from "./import-calls";
import { ImportProgress } from "./import-progress";
import { ImportResult } from "./import-result";
import { SettingsStep } from "./settings-step";

type ImportFlowProps = { formId: string; latest: Import | null };

const RUNNING = ["checking", "importing", "undoing"];

/**
 * Guides through an import: upload, settings with a preview, a check of the whole file, the import, and its result.
 */
export function ImportFlow({ formId, latest }: ImportFlowProps) {
  const [current, setCurrent] = useState(latest);
  const [error, setError] = useState<string | null>(null);
  const follow = async (work: Promise<Import>) => {
    setError(null);
    await work.then(setCurrent, (failure: Error) => setError(failure.message));
  };
  return (
    <div className="grid gap-6 border-t p-4 sm:p-6">
      {error ? (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      ) : null}
      <Step current={current} formId={formId} follow={follow} restart={() => setCurrent(null)} />
    </div>
  );
}

type StepProps = {
  current: Import | null;
  formId: string;
  follow: FollowImport;
  restart: () => void;
};

function Step({ current, formId, follow, restart }: StepProps) {
  if (!current || (current.status === "uploading" && current.parts === 0))
    return <FileStep formId={formId} follow={follow} />;
  if (RUNNING.includes(current.status)) return <ImportProgress current={current} follow={follow} />;
  if (current.status === "uploading" || current.status === "ready")
    return (
      <SettingsStep
        key={current.id}
        current={current}
        follow={follow}
        start={(settings, dryRun) => follow(startImport(current.id, settings, dryRun))}
      />
    );
  return <ImportResult current={current} follow={follow} restart={restart} />;
}
