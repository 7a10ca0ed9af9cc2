"use client";

import { CodeBlock } from "#components/ui/code";
import { Tabs } from "#components/ui/tabs";

type SnippetTabsProps = { snippets: readonly { name: string; label: string; code: string }[] };

export function SnippetTabs({ snippets }: SnippetTabsProps) {
  return (
    <Tabs
      label="Language"
      tabs={snippets.map(({ name, label, code }) => ({
        name,
        label,
        content: <CodeBlock code={code} what={`${label} snippet`} className="mt-4" />,
      }))}
    />
  );
}
