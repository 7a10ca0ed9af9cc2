import type { Metadata } from "next";
import { Card, CardHeader } from "#components/ui/card";
import { measureWorkspace } from "#lib/accounts/workspace";
import { countOf, formatBytes } from "#lib/core/count";
import { listDataRequests } from "#lib/submissions/data-requests";
import { readCursor, type SearchParams, single } from "../../../search-params";
import { pageSession } from "../../page-session";
import { PersonCard } from "./person-card";
import { RequestLog } from "./request-log";
import { WorkspaceExportButton } from "./workspace-export-button";

export const metadata: Metadata = { title: "Data and privacy" };

export default async function DataPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, role } = await pageSession();
  const cursor = readCursor(single((await searchParams).cursor));
  const [size, requests] = await Promise.all([
    measureWorkspace(ctx),
    listDataRequests(ctx, { limit: 10, ...(cursor ? { cursor } : {}) }),
  ]);
  return (
    <>
      <PersonCard />
      <WorkspaceExportCard size={size} isOwner={role === "owner"} />
      <RequestLog requests={requests} isFirstPage={cursor === undefined} />
    </>
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
