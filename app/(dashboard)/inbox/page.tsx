import type { Metadata } from "next";
import type { Context } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { Id } from "#lib/core/text";
import { listFormNames } from "#lib/domain/forms/forms";
import { countForFilter } from "#lib/domain/submissions/inbox/count-submissions";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { ListInboxQuery } from "#lib/domain/submissions/inbox/inbox-schema";
import { listInbox } from "#lib/domain/submissions/inbox/list-submissions";
import { readQuery, type SearchParams } from "../../search-params";
import { pageSession, pageTimeZone, readTotals } from "../page-session";
import { Inbox } from "./inbox";

import type { RenderedMessage } from "./message/use-active-message";

export const metadata: Metadata = { title: "Inbox" };

/** Kept out of inbox-url.ts, which the browser loads. */
const Query = ListInboxQuery.omit({ limit: true }).extend({ message: Id.optional() });

/** More than a screen shows. The browser loads older ones near the end of the list. */
const FIRST_PAGE_SIZE = 25;

async function findMessage(
  ctx: Context,
  submissionId: string | undefined,
): Promise<RenderedMessage> {
  if (submissionId === undefined) return undefined;
  try {
    return await getInboxMessage(ctx, submissionId);
  } catch (failure) {
    if (failure instanceof AppError && failure.code === "not_found") return null;
    throw failure;
  }
}

export default async function InboxPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await pageSession();
  const { ctx, account, userName } = session;
  const given = await readQuery(Query, searchParams);
  const query = { ...given, timeZone: given.timeZone ?? (await pageTimeZone(session)).timeZone };
  const [page, counts, totals, forms, rendered] = await Promise.all([
    listInbox(ctx, { ...query, limit: FIRST_PAGE_SIZE }),
    countForFilter(ctx, query),
    readTotals(),
    listFormNames(ctx),
    findMessage(ctx, query.message),
  ]);
  return (
    <Inbox
      key={ctx.workspaceId}
      workspaceId={ctx.workspaceId}
      query={query}
      seed={{ page, counts, totals, rendered }}
      viewer={{
        id: account.user.id,
        name: userName ?? account.user.email,
        isOwner: ctx.actor.kind === "user" && ctx.actor.role === "owner",
      }}
      forms={forms}
    />
  );
}
