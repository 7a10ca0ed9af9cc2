import { ChevronDown } from "lucide-react";
import type { Metadata } from "next";
import { Contents } from "#components/docs/contents";
import { CurrentSection } from "#components/docs/current-section";
import { DocsHeader } from "#components/docs/docs-header";
import { DocsSearch } from "#components/docs/docs-search";
import { FIELD_STYLES, FieldList, Values } from "#components/docs/fields";
import { EventSection, OperationSection } from "#components/docs/operation";
import { CHIP_STYLES, Inline, Prose } from "#components/docs/prose";
import { reference } from "#components/docs/reference";
import { ErrorTable } from "#components/docs/responses";
import { SkipLink } from "#components/shell/brand";
import { Badge } from "#components/ui/badge";
import { cn } from "#components/ui/cn";
import { CopyField } from "#components/ui/code";
import type { Schema } from "#lib/http/openapi/document-shape";
import { componentOf } from "#lib/http/openapi/schema-words";
import { viewerTheme } from "../preferences";

export const metadata: Metadata = {
  title: "API reference",
  description: "Reference for the management API and public intake.",
};

/** Renders /openapi.json. Works without scripts, except for copying. */
export default async function DocsPage() {
  const theme = await viewerTheme();
  return (
    <div className="group/docs">
      <SkipLink />
      <DocsHeader theme={theme} />
      <div className="flex">
        <nav
          aria-label="Contents"
          data-contents
          className="sticky top-22 hidden h-[calc(100dvh-5.5rem)] w-64 shrink-0 overflow-y-auto border-r p-4 lg:block 2xl:w-72"
        >
          <DocsSearch hasKey />
          <Contents groups={reference().contents} />
        </nav>
        <main
          id="content"
          tabIndex={-1}
          className={cn(
            "mx-auto w-full max-w-[88rem] min-w-0 flex-1 px-4 py-8 sm:px-8 sm:py-10",
            CHIP_STYLES,
            FIELD_STYLES,
          )}
        >
          <Introduction />
          <Operations />
          <Events />
          <Objects />
          <SectionTitle
            id="error-codes"
            title="Error codes"
            description="All error codes by status. Each operation lists the ones it can return."
          />
          <ErrorTable codes={reference().errors} />
        </main>
      </div>
      <CurrentSection />
    </div>
  );
}

function Introduction() {
  const { info, baseUrl, contents } = reference();
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-2xl leading-8 font-semibold tracking-tight">API reference</h1>
        <Badge tone="warning">{info.version}</Badge>
      </header>
      <details className="group/contents mt-6 rounded-md border bg-card lg:hidden">
        <summary className="flex h-11 list-none items-center justify-between px-4 font-medium [&::-webkit-details-marker]:hidden">
          Contents
          <ChevronDown aria-hidden className="size-4 group-open/contents:rotate-180" />
        </summary>
        <nav aria-label="Contents" className="border-t p-3">
          <DocsSearch />
          <Contents groups={contents} />
        </nav>
      </details>
      <div className="mt-6 grid max-w-prose gap-3">
        <p className="text-muted-foreground">
          This reference is generated from{" "}
          <a href="/openapi.json" className="link">
            /openapi.json
          </a>
          , also available as{" "}
          <a href="/openapi.yaml" className="link">
            YAML
          </a>{" "}
          and as a{" "}
          <a href="/postman.json" className="link">
            Postman collection
          </a>
          . Send requests to:
        </p>
        <CopyField value={baseUrl} what="the base URL" />
      </div>
      <div className="mt-8">
        <Prose text={info.description} />
      </div>
    </>
  );
}

function SectionTitle({
  id,
  title,
  description,
}: {
  id: string;
  title: string;
  description: string;
}) {
  return (
    <header className="pt-14 pb-6">
      <h2 id={id} className="text-xl leading-7 font-semibold tracking-tight">
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted-foreground">
        <Inline text={description} />
      </p>
    </header>
  );
}

function Operations() {
  return reference().tags.map(({ id, name, description, operations }) => (
    <div key={id}>
      <SectionTitle id={id} title={name} description={description} />
      {operations.map((one) => (
        <OperationSection key={one.operation.operationId} listed={one} />
      ))}
    </div>
  ));
}

function Events() {
  return (
    <>
      <SectionTitle
        id="events"
        title="Events"
        description="Events sent to a form's webhook, signed according to Standard Webhooks."
      />
      {reference().events.map((event) => (
        <EventSection key={event.type} {...event} />
      ))}
    </>
  );
}

function Kinds({ of: { oneOf = [] } }: { of: Schema }) {
  const names = oneOf.map(componentOf).filter((name) => name !== null);
  if (names.length === 0) return null;
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-muted-foreground">
      {names.map((name) => (
        <li key={name}>
          <a href={`#${name}`} className="link">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Objects() {
  const { objects, schemas } = reference();
  return (
    <>
      <SectionTitle
        id="objects"
        title="Objects"
        description="Objects returned by the API. Fields are always present unless their description says otherwise."
      />
      {objects.map((name) => (
        <section key={name} id={name} aria-labelledby={`${name}-title`} className="border-t py-8">
          <h3 id={`${name}-title`} className="text-base leading-6 font-semibold tracking-tight">
            {name}
          </h3>
          <p className="mt-1 max-w-prose text-pretty text-muted-foreground">
            <Inline text={schemas[name]?.description ?? ""} />
          </p>
          <div className="mt-3 max-w-3xl">
            <FieldList schema={schemas[name] ?? {}} isSent={false} />
            <Values schema={schemas[name] ?? {}} />
            <Kinds of={schemas[name] ?? {}} />
          </div>
        </section>
      ))}
    </>
  );
}
