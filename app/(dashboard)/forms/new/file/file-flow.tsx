"use client";

import { type ReactNode, useState } from "react";
import { FileInput } from "#components/form/file-input";
import { callAction, messageOf } from "#components/form/use-action.ts";
import { Card, CardContent } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import type { Recipient } from "#lib/domain/recipients/schema";
import { type ReadFile, readFileAction } from "./actions";
import { FileForm } from "./file-form";
import { MAX_FILE_BYTES } from "./limits";

/** Guides from a file to a form: its content, name and recipients, and what’s left to do. */
export function FileFlow({ recipients }: { recipients: readonly Recipient[] }) {
  const [file, setFile] = useState<(ReadFile & { text: string }) | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  async function read(given: File) {
    setProblem(null);
    if (given.size > MAX_FILE_BYTES)
      return setProblem(`The file can have at most ${MAX_FILE_BYTES / 1024} KB.`);
    const text = await given.text();
    const result = await callAction(() => readFileAction(text));
    if (!result.ok) setProblem(messageOf(result));
    else if ("problem" in result.value) setProblem(result.value.problem);
    else setFile({ ...result.value, text });
  }
  if (file) return <FileForm file={file} recipients={recipients} onRestart={() => setFile(null)} />;
  return (
    <Card>
      <CardContent className="grid gap-6">
        {problem ? (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        ) : null}
        <FileInput
          accept=".json,application/json"
          hint="Download it in the settings of a form, under “Download as a file”. Nothing is created before you’ve seen what it brings."
          onSelect={(given) => void read(given)}
        />
      </CardContent>
    </Card>
  );
}
