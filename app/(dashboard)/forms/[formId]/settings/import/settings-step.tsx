"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { useTimeZone } from "#components/ui/clock";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import type { Import, ImportPreview, ImportSettingsInput } from "#lib/domain/imports/schema";
import { SOURCE_NAMES } from "#lib/domain/imports/sources";
import { ColumnTable } from "./column-table";
import { cancelImport, type FollowImport, previewImport } from "./import-calls";
import { countsOf } from "./import-counts";
import { ProblemList } from "./import-result";
import { PreviewRows } from "./preview-rows";
import { ReadingFields } from "./reading-fields";

type SettingsStepProps = {
  current: Import;
  follow: FollowImport;
  start: (settings: ImportSettingsInput, dryRun: boolean) => Promise<void>;
};

/** Returns the last settings: those of a dry run, or none. */
function initialSettings({ settings }: Import): ImportSettingsInput {
  if (!settings) return {};
  const { format: _, ...tried } = settings;
  return tried;
}

/** Returns the settings for reading the file, with a preview that follows each change. */
function usePreview(current: Import) {
  const zone = useTimeZone();
  const [settings, setSettings] = useState(() => initialSettings(current));
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const found = await previewImport(current.id, settings);
      // Dates without a zone are probably in the viewer’s own.
      const isOpen = !found.hasTimeZones && settings.timeZone === undefined && zone !== undefined;
      if (isOpen && isCurrent) setSettings({ ...settings, timeZone: zone });
      else if (isCurrent) setPreview(found);
      if (isCurrent) setError(null);
    };
    read().catch((failure: Error) => isCurrent && setError(failure.message));
    return () => {
      isCurrent = false;
    };
  }, [current.id, settings, zone]);
  const change = (changes: ImportSettingsInput) => setSettings({ ...settings, ...changes });
  return { settings, preview, error, change };
}

export function SettingsStep({ current, follow, start }: SettingsStepProps) {
  const { settings, preview, error, change } = usePreview(current);
  return (
    <div className="grid gap-6">
      <p>
        <strong className="wrap-anywhere">{current.filename}</strong>
        {preview ? ` looks like an export of ${SOURCE_NAMES[preview.settings.source]}.` : null}
      </p>
      {error ? (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      ) : null}
      {preview ? (
        <>
          <ReadingFields preview={preview} change={change} />
          <ColumnTable preview={preview} change={change} />
          <PreviewRows preview={preview} />
        </>
      ) : null}
      {current.status === "ready" ? <DryRun current={current} /> : null}
      {preview?.retentionDays && current.status !== "ready" ? (
        <Notice>
          This form keeps messages for {countOf(preview.retentionDays, "day")}. Older ones aren’t
          imported. Check all messages to see how many.
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={!preview || preview.isDateAmbiguous}
          onClick={() => void start(settings, false)}
        >
          Import messages
        </Button>
        <Button
          variant="outline"
          disabled={!preview || preview.isDateAmbiguous}
          onClick={() => void start(settings, true)}
        >
          Check all messages first
        </Button>
        <Button variant="ghost" onClick={() => void follow(cancelImport(current.id))}>
          Cancel import
        </Button>
      </div>
    </div>
  );
}

function DryRun({ current }: { current: Import }) {
  return (
    <>
      <Notice tone={current.failure || current.skipped > 0 ? "warning" : "success"} role="status">
        {current.failure ? <p>{current.failure}</p> : null}
        {countsOf(current).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
      <ProblemList current={current} />
    </>
  );
}
