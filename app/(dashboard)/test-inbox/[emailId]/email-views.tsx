import { CodeBlock } from "#components/ui/code";
import { CopyButton } from "#components/ui/copy-button";
import { Tabs } from "#components/ui/tabs";

type EmailViewsProps = {
  previewPath: string;
  text: string;
  headers: readonly (readonly [string, string])[];
};

/** The mail three ways. The preview has no scripts and no session; its links open in new tabs. */
export function EmailViews({ previewPath, text, headers }: EmailViewsProps) {
  return (
    <Tabs
      label="Views of the mail"
      className="pt-2"
      listClassName="px-2 sm:px-4"
      tabs={[
        {
          name: "preview",
          label: "Preview",
          content: (
            <iframe
              src={previewPath}
              title="Preview of the mail"
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              className="block h-[76dvh] min-h-112 w-full rounded-b-md bg-white"
            />
          ),
        },
        {
          name: "text",
          label: "Plain text",
          content: (
            <CodeBlock
              code={text}
              title="text/plain"
              what="plain text"
              className="m-4 sm:m-6 [&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap"
            />
          ),
        },
        { name: "headers", label: "Headers", content: <HeaderList headers={headers} /> },
      ]}
    />
  );
}

function HeaderList({ headers }: Pick<EmailViewsProps, "headers">) {
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <div className="relative">
      <dl className="divide-y px-4 pr-14 font-mono text-xs leading-5 sm:px-6 sm:pr-16">
        {headers.map(([name, value]) => (
          <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[16rem_minmax(0,1fr)]">
            <dt className="text-muted-foreground wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton text={text} what="all headers" className="absolute top-2 right-2 sm:right-4" />
    </div>
  );
}
