"use client";

import { useState } from "react";
import { FileInput } from "#components/form/file-input";
import { type FollowImport, uploadFile } from "./import-calls";

/** Selecting a file uploads it. */
export function FileStep({ formId, follow }: { formId: string; follow: FollowImport }) {
  const [share, setShare] = useState<number | null>(null);
  async function upload(file: File) {
    setShare(0);
    await follow(uploadFile(formId, file, setShare));
    setShare(null);
  }
  return (
    <div className="grid gap-2">
      <FileInput
        accept=".csv,.tsv,.txt,.json,.jsonl"
        hint="CSV or JSON with up to 100,000 messages. Nothing is imported before you’ve seen them."
        disabled={share !== null}
        onSelect={(file) => void upload(file)}
      />
      {share === null ? null : (
        <progress className="w-full" value={share} max={1} aria-label="Upload" />
      )}
    </div>
  );
}
