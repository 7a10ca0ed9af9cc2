import type { Metadata } from "next";
import { Markdown } from "#components/docs/markdown";
import { Neighbors } from "#components/docs/neighbors";
import { OnThisPage } from "#components/docs/on-this-page";
import { ReferenceContent } from "#components/docs/reference-content";
import { Badge } from "#components/ui/badge";
import { CopyField } from "#components/ui/code";
import { overviewHeadings, SHARED_ERRORS } from "#lib/entry/docs/navigation";
import { reference } from "#lib/entry/docs/reference";
import { viewerLanguage } from "../../preferences";

export const metadata: Metadata = {
  title: "API reference",
  description: "Authentication, requests, errors, and limits of the management API.",
};

export default async function ReferenceOverviewPage() {
  const { version, baseUrl, overview, objects, objectHrefs, sharedErrors } = reference();
  const headings = overviewHeadings();
  return (
    <div className="mx-auto flex max-w-6xl gap-12 px-4 py-8 sm:px-8 sm:py-10">
      <div className="mx-auto max-w-[44rem] min-w-0 flex-1">
        <article className="guide">
          <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1>API reference</h1>
            <Badge tone="warning">{version}</Badge>
          </header>
          <p className="lead">
            Generated from{" "}
            <a href="/openapi.json" className="link">
              /openapi.json
            </a>
            . It’s also available as{" "}
            <a href="/openapi.yaml" className="link">
              YAML
            </a>
            . Send requests to:
          </p>
          <CopyField value={baseUrl} what="the base URL" />
          <Markdown text={overview} baseUrl={baseUrl} language={await viewerLanguage()} />
        </article>
        <ReferenceContent
          operations={[]}
          objects={objects}
          hrefs={objectHrefs}
          shared={{ ...SHARED_ERRORS, errors: sharedErrors }}
        />
        <Neighbors href="/docs/api" />
      </div>
      <OnThisPage headings={headings} className="hidden xl:block" />
    </div>
  );
}
