"use client";

import { CodeBlock, CopyField } from "#components/ui/code";
import { Tabs } from "#components/ui/tabs";

type Snippet = {
  name: string;
  label: string;
  /** File name or kind of code. */
  title: string;
  code: string;
  note?: string;
  /** A shell command for the note. */
  command?: string;
};

export function SnippetTabs({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <Tabs
      label="Language"
      tabs={snippets.map(({ name, label, title, code, note, command }) => ({
        name,
        label,
        content: (
          <div className="mt-4 grid gap-3">
            {note ? <p className="text-pretty break-words text-muted-foreground">{note}</p> : null}
            {command ? <CopyField value={command} what={`${label} command`} /> : null}
            <CodeBlock code={code} title={title} what={`${label} snippet`} />
          </div>
        ),
      }))}
    />
  );
}
