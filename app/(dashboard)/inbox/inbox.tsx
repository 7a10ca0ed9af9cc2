"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { MailOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state";
import { highlight } from "#components/ui/highlight.ts";
import { Kbd } from "#components/ui/kbd";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import type { FormName } from "#lib/domain/forms/forms";
import { changeCounts, changeTotals, totalsIn } from "./changes";
import {
  InboxNavigationProvider,
  useInboxNavigation,
  useOpenId,
  type Viewer,
} from "./inbox-navigation";
import { type InboxQuery, listHref } from "./inbox-url";
import { useInboxShortcuts } from "./keyboard-shortcuts";
import type { FoldersProps } from "./list/folders";
import { countOfList } from "./list/list-count";
import { ListHeader } from "./list/list-header";
import { LiveStatus, NewMessagesButton, useLiveMessages } from "./list/live-messages";
import { MessageList } from "./list/message-list";
import { useMessageList } from "./list/use-message-list";
import type { OpenMessageProps } from "./message/open-message";
import { useActiveMessage, useOpenMessage } from "./message/use-active-message";
import type { DialogName } from "./palette-commands";
import { countsOptions, totalsOptions } from "./queries";
import { inboxClient } from "./query-client";
import { resumeDeletions } from "./selection/delete-messages";
import { useMarkRead } from "./selection/update-messages";
import { useCommands } from "./selection/use-commands";
import { useSelection } from "./selection/use-selection";
import { usePendingChanges } from "./send-changes";
import { type InboxSeed, useSeed } from "./use-seed";

const DeleteDialog = lazyWithFallback(() => import("./dialogs/delete-dialog"), Unreachable);
const ExportDialog = lazyWithFallback(() => import("./dialogs/export-dialog"), Unreachable);
const HelpDialog = lazyWithFallback(() => import("./dialogs/help-dialog"), Unreachable);
const NoteDialog = lazyWithFallback(() => import("./dialogs/note-dialog"), Unreachable);
const OpenMessage = lazyWithFallback(
  () => import("./message/open-message"),
  () => <EmptyState icon={MailOpen} title="Can’t reach the server" />,
);

/** Selects the elements with the text of visitors. */
const TEXTS = "[data-message-list] bdi, [data-message-text]";

type InboxProps = {
  seed: InboxSeed;
  workspaceId: string;
  query: InboxQuery;
  viewer: Viewer;
  forms: readonly FormName[];
};

/** Renders the list and the open message. Keyed by workspace, because each has its own cache. */
export function Inbox({ seed, workspaceId, query, viewer, forms }: InboxProps) {
  const [client] = useState(() => inboxClient(workspaceId));
  return (
    <QueryClientProvider client={client}>
      <InboxNavigationProvider query={query} viewer={viewer} forms={forms}>
        <InboxPanes seed={seed} />
      </InboxNavigationProvider>
    </QueryClientProvider>
  );
}

function InboxPanes({ seed }: { seed: InboxSeed }) {
  const { page, rendered } = seed;
  const { query, go } = useInboxNavigation();
  const changes = usePendingChanges();
  const openId = useOpenId(query.message ?? null);
  const list = useMessageList(query, page, changes, openId);
  const opened = useOpenMessage(openId, rendered, changes);
  const active = useActiveMessage(list, openId);
  const selection = useSelection(list, changes);
  const commands = useCommands({ list, active, selection, opened });
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const onTopVisible = useLiveMessages(list);
  const showWaiting = () =>
    list.start !== null ? go(listHref(query, {})) : void list.showWaiting();
  useMarkRead(openId, commands.open);
  useEffect(resumeDeletions, []);
  // Runs after every render, because rows and messages load and change.
  useEffect(() => highlight(query.search ?? "", TEXTS));
  useInboxShortcuts({ active, opened, selection, commands, showWaiting, openDialog: setDialog });

  const totals = changeTotals(useQuery(totalsOptions(seed.totals)).data, changes);
  const totalsOf: FoldersProps["totalsOf"] = (folder, formId) => totalsIn(totals, folder, formId);
  const counts = useQuery(countsOptions(query, seed.counts)).data;
  const { matching, found } = changeCounts(counts, changes);
  const count = countOfList(query, list, totalsOf(query.folder, query.formId), matching);
  useSeed(seed);
  return (
    <div className="flex lg:h-[calc(100dvh-var(--bar-height)-var(--banner-height,0px))]">
      <section
        aria-label="Messages"
        className={cn(
          "flex min-w-0 flex-1 flex-col lg:w-92 lg:flex-none lg:border-r xl:w-108 2xl:w-120",
          openId !== null && "max-lg:hidden",
        )}
      >
        <ListHeader
          selection={selection}
          commands={commands}
          totalsOf={totalsOf}
          found={found}
          hasRows={list.rows.length > 0}
          count={count}
          openDialog={setDialog}
        />
        <LiveStatus status={list.live.status} />
        <NewMessagesButton list={list} onShow={showWaiting} />
        <MessageList
          list={list}
          active={active}
          selection={selection}
          count={count}
          onTopVisible={onTopVisible}
        />
      </section>
      <section
        aria-label="Message"
        className={cn(
          "@container min-w-0 flex-1 lg:overflow-y-auto",
          openId === null && "max-lg:hidden",
        )}
      >
        <MessagePane
          list={list}
          active={active}
          opened={opened}
          commands={commands}
          changes={changes}
        />
      </section>
      {commands.confirming ? (
        <DeleteDialog
          messages={commands.confirming}
          onClose={() => commands.confirm(false)}
          onConfirm={() => commands.confirm(true)}
        />
      ) : null}
      {dialog === "export" ? (
        <ExportDialog selectedIds={[...selection.ids]} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "note" ? (
        <NoteDialog
          messageIds={[...selection.ids]}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null);
            selection.clear();
          }}
        />
      ) : null}
      {dialog === "help" ? <HelpDialog onClose={() => setDialog(null)} /> : null}
    </div>
  );
}

function MessagePane(props: Omit<OpenMessageProps, "id">) {
  const { list, active } = props;
  if (active.openId !== null) return <OpenMessage {...props} id={active.openId} />;
  return (
    <div className="flex h-full items-center justify-center">
      <EmptyState icon={MailOpen} title="No message open">
        {list.rows.length > 0 ? (
          <>
            Select one from the list, or press <Kbd>j</Kbd> and <Kbd>Enter</Kbd>.
          </>
        ) : null}
      </EmptyState>
    </div>
  );
}
