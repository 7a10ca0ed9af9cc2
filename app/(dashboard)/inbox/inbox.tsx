"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { cn } from "#components/ui/cn";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import type { FormName } from "#lib/forms/forms";
import type { MessageTotals } from "#lib/submissions/count-submissions";
import type { InboxPage } from "#lib/submissions/inbox-schema";
import { useInboxNavigation, useOpenId, useRefresh } from "./inbox-navigation";
import type { InboxQuery } from "./inbox-query";
import { listHref } from "./inbox-url";
import { useInboxShortcuts } from "./keyboard-shortcuts";
import { resumeDeletions } from "./lazy-modules";
import { FolderPane, type TotalsOf } from "./list/folders";
import { ListHeader } from "./list/list-header";
import { LiveStatus, NewMessagesButton, useLiveMessages } from "./list/live-messages";
import { MessageList } from "./list/message-list";
import { useMessageList } from "./list/use-message-list";
import { MessagePane } from "./message/message-pane";
import {
  type RenderedMessage,
  useActiveMessage,
  useOpenMessage,
} from "./message/use-active-message";
import { totalsNow, useChanges } from "./optimistic-updates";
import { inboxClient } from "./query-client";
import { useMarkRead } from "./selection/update-messages";
import { useCommands } from "./selection/use-commands";
import { useSelection } from "./selection/use-selection";

const EmptyList = lazy(() => import("./list/empty-list"));
const DeleteDialog = lazyWithFallback(() => import("./dialogs/delete-dialog"), Unreachable);
const ExportDialog = lazyWithFallback(() => import("./dialogs/export-dialog"), Unreachable);
const HelpDialog = lazyWithFallback(() => import("./dialogs/help-dialog"), Unreachable);

type InboxProps = {
  query: InboxQuery;
  page: InboxPage;
  totals: readonly MessageTotals[];
  forms: readonly FormName[];
  rendered: RenderedMessage;
};

/** Folders, list and message. Keyed by workspace: each has a cache of its own. */
export function Inbox({ workspaceId, ...props }: InboxProps & { workspaceId: string }) {
  const [client] = useState(() => inboxClient(workspaceId));
  return (
    <QueryClientProvider client={client}>
      <InboxPanes {...props} />
    </QueryClientProvider>
  );
}

function InboxPanes({ query, page, totals, forms, rendered }: InboxProps) {
  const changes = useChanges();
  const openId = useOpenId(query.message ?? null);
  const list = useMessageList(query, page, changes, openId);
  const opened = useOpenMessage(openId, query, rendered, changes);
  const active = useActiveMessage(query, list, openId);
  const selection = useSelection(query, list, changes);
  const commands = useCommands({ query, list, active, selection, opened });
  const [dialog, setDialog] = useState<"export" | "help" | null>(null);
  const { go, replace, isPending } = useInboxNavigation();
  const onTopVisible = useLiveMessages({ query, page, list, changes, refresh: useRefresh() });
  const showWaiting = () =>
    list.start !== null ? go(listHref(query, {})) : void list.showWaiting();
  useMarkRead(openId, commands.open);
  useEffect(resumeDeletions, []);
  useInboxShortcuts({ active, selection, commands, showWaiting, openDialog: setDialog });

  const totalsOf: TotalsOf = (folder, formId) =>
    totalsNow(totals, page.asOf, changes, folder, formId);
  const shared = { query, selection, commands, go, isPending };
  return (
    <div className="flex lg:h-[calc(100dvh-2rem)]">
      <FolderPane query={query} totalsOf={totalsOf} forms={forms} go={go} />
      <section
        aria-label="Messages"
        className={cn(
          "flex min-w-0 flex-1 flex-col lg:w-84 lg:flex-none lg:border-r xl:w-96 2xl:w-112",
          openId !== null && "max-lg:hidden",
        )}
      >
        <ListHeader
          {...shared}
          totalsOf={totalsOf}
          forms={forms}
          hasRows={list.rows.length > 0}
          replace={replace}
          openDialog={setDialog}
        />
        <LiveStatus status={list.live.status} />
        <NewMessagesButton list={list} onShow={showWaiting} />
        <MessageList
          {...shared}
          list={list}
          active={active}
          onTopVisible={onTopVisible}
          empty={
            <Suspense fallback={null}>
              <EmptyList query={query} hasForms={forms.length > 0} go={go} />
            </Suspense>
          }
        />
      </section>
      <section
        aria-label="Message"
        className={cn(
          "@container min-w-0 flex-1 lg:overflow-y-auto",
          openId === null && "max-lg:hidden",
        )}
      >
        <MessagePane {...shared} list={list} active={active} opened={opened} changes={changes} />
      </section>
      {commands.confirming ? (
        <DeleteDialog
          messages={commands.confirming}
          onClose={() => commands.confirm(false)}
          onConfirm={() => commands.confirm(true)}
        />
      ) : null}
      {dialog === "export" ? (
        <ExportDialog query={query} forms={forms} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "help" ? <HelpDialog onClose={() => setDialog(null)} /> : null}
    </div>
  );
}
