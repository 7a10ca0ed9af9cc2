"use client";

import { CodeBlock } from "#components/ui/code";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs";

type SnippetTabsProps = { snippets: readonly { name: string; code: string }[] };

export function SnippetTabs({ snippets }: SnippetTabsProps) {
  return (
    <Tabs defaultValue={snippets[0]?.name ?? ""}>
      <TabsList aria-label="Language">
        {snippets.map(({ name }) => (
          <TabsTrigger key={name} value={name}>
            {name}
          </TabsTrigger>
        ))}
      </TabsList>
      {snippets.map(({ name, code }) => (
        <TabsContent key={name} value={name} className="pt-4">
          <CodeBlock code={code} what={`${name} snippet`} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
