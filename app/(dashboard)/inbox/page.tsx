import type { Metadata } from "next";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { listFormNames } from "#lib/forms/forms";
import { countMessages } from "#lib/submissions/count-submissions";
import { getInboxMessage } from "#lib/submissions/get-inbox-message";
import { listInbox } from "#lib/submissions/list-submissions";
import { readQuery } from "../../read-query";
import type { SearchParams } from "../../search-params";
import { pageSession } from "../page-session";
import { Inbox } from "./inbox";
import { InboxQuery } from "./inbox-query";
import type { OnServer } from "./use-opened";

export const metadata: Metadata = { title: "Inbox" };

/** More than a window shows; the browser asks for older ones as one nears the end. */
const FIRST_ROWS = 25;

async function findOpened(ctx: Context, submissionId: string | undefined): Promise<OnServer> {
  if (submissionId === undefined) return null;
  try {
    return await getInboxMessage(ctx, submissionId);
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") return "gone";
    throw failure;
  }
}

export default async function InboxPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(InboxQuery, searchParams);
  const [page, totals, forms, opened] = await Promise.all([
    listInbox(ctx, { ...query, limit: FIRST_ROWS }),
    countMessages(ctx),
    listFormNames(ctx),
    findOpened(ctx, query.message),
  ]);
  return <Inbox query={query} page={page} totals={totals} forms={forms} opened={opened} />;
}
