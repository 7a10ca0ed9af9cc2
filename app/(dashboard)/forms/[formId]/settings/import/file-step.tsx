"use client";

import { useId, useState } from "react";
import { Input, Label } from "#components/ui/input";
import { type Follow, uploadFile } from "./import-calls";

/** Selecting a file uploads it. */
export function FileStep({ formId, follow }: { formId: string; follow: Follow }) {
  const [share, setShare] = useState<number | null>(null);
  const id = useId();
  async function upload(file: File | undefined) {
    if (!file) return;
    setShare(0);
    await follow(uploadFile(formId, file, setShare));
    setShare(null);
  }
  return (
    <div className="grid gap-2">
      <Label htmlFor={id}>File</Label>
      <Input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.json,.jsonl"
        className="h-auto py-2"
        disabled={share !== null}
        aria-describedby={`${id}-hint`}
        onChange={(event) => void upload(event.currentTarget.files?.[0])}
      />
      <p id={`${id}-hint`} className="text-muted-foreground">
        CSV or JSON with up to 100,000 messages. Nothing is imported before you’ve seen them.
      </p>
      {share === null ? null : (
        <progress className="w-full" value={share} max={1} aria-label="Upload" />
      )}
    </div>
  );
}
