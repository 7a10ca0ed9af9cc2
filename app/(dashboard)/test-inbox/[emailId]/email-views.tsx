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
              className="block h-[70dvh] min-h-96 w-full rounded-b-md bg-white"
            />
          ),
        },
        {
          name: "text",
          label: "Plain text",
          content: (
            <pre className="p-4 font-mono text-xs leading-5 break-words whitespace-pre-wrap sm:p-6">
              {text}
            </pre>
          ),
        },
        { name: "headers", label: "Headers", content: <HeaderList headers={headers} /> },
      ]}
    />
  );
}

function HeaderList({ headers }: Pick<EmailViewsProps, "headers">) {
  if (headers.length === 0)
    return <p className="p-4 text-muted-foreground sm:p-6">No headers beyond the usual ones.</p>;
  return (
    <dl className="grid gap-x-4 gap-y-2 p-4 font-mono text-xs leading-5 sm:grid-cols-[auto_1fr] sm:p-6">
      {headers.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
