"use client";

import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs";

type EmailViewsProps = {
  previewPath: string;
  text: string;
  headers: readonly (readonly [string, string])[];
};

/** The mail three ways. The preview has no scripts and no session; its links open in new tabs. */
export function EmailViews({ previewPath, text, headers }: EmailViewsProps) {
  return (
    <Tabs defaultValue="preview" className="pt-2">
      <TabsList aria-label="Views of the mail" className="px-2 sm:px-4">
        <TabsTrigger value="preview">Preview</TabsTrigger>
        <TabsTrigger value="text">Plain text</TabsTrigger>
        <TabsTrigger value="headers">Headers</TabsTrigger>
      </TabsList>
      <TabsContent value="preview" className="bg-white">
        <iframe
          src={previewPath}
          title="Preview of the mail"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="block h-[70dvh] min-h-96 w-full rounded-b-md"
        />
      </TabsContent>
      <TabsContent value="text" className="p-4 sm:p-6">
        <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">{text}</pre>
      </TabsContent>
      <TabsContent value="headers" className="p-4 sm:p-6">
        {headers.length === 0 ? (
          <p className="text-muted-foreground">No headers beyond the usual ones.</p>
        ) : (
          <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
            {headers.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="font-mono text-xs leading-5 text-muted-foreground">{name}</dt>
                <dd className="font-mono text-xs leading-5 break-all">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </TabsContent>
    </Tabs>
  );
}
