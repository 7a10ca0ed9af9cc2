import { FileClock } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { EmptyState } from "#components/ui/empty-state";
import { Pager } from "#components/ui/page";
import { RelativeTime } from "#components/ui/relative-time";
import { countOf, formatBytes } from "#lib/core/count";
import type { Page } from "#lib/core/cursor";
import { measureWorkspace } from "#lib/domain/accounts/workspace";
import { type DataRequest, listDataRequests } from "#lib/domain/submissions/person/data-requests";
import { readCursor, type SearchParams, singleValue } from "../../../../search-params";
import { pageSession } from "../../../page-session";
import { PersonCard } from "./person-card";
import { countsInWords } from "./person-counts";
import { WorkspaceExportButton } from "./workspace-export-button";

export const metadata: Metadata = { title: "Data and privacy" };

export default async function DataPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, role } = await pageSession();
  const cursor = readCursor(singleValue((await searchParams).cursor));
  const [size, requests] = await Promise.all([
    measureWorkspace(ctx),
    listDataRequests(ctx, { limit: 10, ...(cursor ? { cursor } : {}) }),
  ]);
  return (
    <>
      <PersonCard />
      <ImportCard />
      <WorkspaceExportCard size={size} isOwner={role === "owner"} />
      <RequestLog requests={requests} cursor={cursor} />
    </>
  );
}

function ImportCard() {
  return (
    <Card>
      <CardHeader
        className="items-center pb-4 sm:pb-6"
        title="Import messages"
        description="Bring messages from another form service into a form: open the form’s settings, then Import messages."
      >
        <ButtonLink variant="outline" href="/forms">
          Select a form
        </ButtonLink>
      </CardHeader>
    </Card>
  );
}

type WorkspaceExportProps = {
  size: Awaited<ReturnType<typeof measureWorkspace>>;
  isOwner: boolean;
};

function WorkspaceExportCard({ size, isOwner }: WorkspaceExportProps) {
  return (
    <Card>
      <CardHeader
        className="items-center pb-4 sm:pb-6"
        title="Workspace export"
        description={
          <>
            A ZIP archive with forms and settings, {countOf(size.messages, "message")},{" "}
            {formatBytes(size.storageBytes)} of text and files, and the test inbox. Passwords and
            secrets aren’t included.{isOwner ? null : " Only owners can export it."}
          </>
        }
      >
        {isOwner ? <WorkspaceExportButton /> : null}
      </CardHeader>
    </Card>
  );
}

const TITLES: Readonly<Record<DataRequest["kind"], string>> = {
  person_export: "Person’s data exported",
  person_erasure: "Person’s data deleted",
  workspace_export: "Workspace exported",
};

type RequestLogProps = { requests: Page<DataRequest>; cursor: string | undefined };

/** Past exports and deletions, and the people who made them, without the person’s address. */
function RequestLog({ requests: { data, nextCursor }, cursor }: RequestLogProps) {
  return (
    <>
      <Card>
        <CardHeader
          className="border-b pb-4 sm:pb-5"
          title="Records"
          description="Every export and deletion, without the person’s address."
        />
        {data.length === 0 ? (
          <EmptyState icon={FileClock} title="No records yet">
            Exports and deletions appear here.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {data.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        )}
      </Card>
      <Pager path="/settings/data" cursor={cursor} nextCursor={nextCursor} />
    </>
  );
}

function RequestRow({ request }: { request: DataRequest }) {
  return (
    <li className="px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 className="flex-1 font-medium">{TITLES[request.kind]}</h3>
        <RelativeTime at={request.startedAt} className="text-xs text-muted-foreground" />
      </div>
      <p className="text-muted-foreground">
        {request.endedAt === null
          ? "Interrupted. Start it again to finish."
          : countsInWords(request.counts)}
        {request.askedBy ? <span className="wrap-anywhere"> · by {request.askedBy}</span> : null}
      </p>
      <p className="flex items-center gap-1 text-muted-foreground">
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{request.id}</code>
        <CopyButton text={request.id} what="record ID" />
      </p>
    </li>
  );
}
