import type { Metadata } from "next";
import { measureWorkspace } from "#lib/accounts/workspace";
import { listDataRequests } from "#lib/submissions/data-requests";
import { type SearchParams, single } from "../../../search-params";
import { pageSession } from "../../page-session";
import { readCursor } from "../../read-cursor";
import { erasePersonAction, findPersonAction } from "./actions";
import { PersonCard } from "./person-card";
import { RequestLog } from "./request-log";
import { WorkspaceExportCard } from "./workspace-export-card";

export const metadata: Metadata = { title: "Data and privacy" };

export default async function DataPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const cursor = readCursor(single((await searchParams).cursor));
  const [size, requests] = await Promise.all([
    measureWorkspace(ctx),
    listDataRequests(ctx, { limit: 10, ...(cursor ? { cursor } : {}) }),
  ]);
  return (
    <>
      <PersonCard find={findPersonAction} erase={erasePersonAction} />
      <WorkspaceExportCard size={size} />
      <RequestLog requests={requests} isFirstPage={cursor === undefined} />
    </>
  );
}
