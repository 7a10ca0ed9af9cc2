"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { totalsChange, totalsNow } from "#components/inbox/marks";
import { useChangeLog, useChanges } from "#components/inbox/use-changes";
import { cn } from "#components/ui/cn";
import { later } from "#components/ui/later";
import { Unreachable } from "#components/ui/unreachable";
import type { FormName } from "#lib/forms/forms";
import type { MessageTotals } from "#lib/submissions/count-submissions";
import type { InboxPage } from "#lib/submissions/inbox-schema";
import { FolderPane, type TotalsOf } from "./folder-pane";
import { useOpenId } from "./inbox-address";
import type { InboxQuery } from "./inbox-href";
import { resumeDeletions } from "./later";
import { ListHeader } from "./list-header";
import { ArrivalsPill, MessageList } from "./message-list";
import { MessagePane } from "./message-pane";
import { useChoice } from "./use-choice";
import { useCommands } from "./use-commands";
import { useInboxKeys } from "./use-inbox-keys";
import { useList } from "./use-list";
import { useLists, useRefresh } from "./use-lists";
import { useNews } from "./use-news";
import { type OnServer, useOpened } from "./use-opened";
import { useReading } from "./use-reading";

const EmptyList = lazy(() => import("./empty-list"));
const DeleteDialog = later(() => import("./delete-dialog"), Unreachable);
const ExportDialog = later(() => import("./export-dialog"), Unreachable);
const SignedOutNotice = later(
  () => import("./signed-out-notice"),
  () => "You are signed out.",
);
const HelpDialog = later(() => import("./help-dialog"), Unreachable);

type InboxProps = {
  query: InboxQuery;
  page: InboxPage;
  totals: readonly MessageTotals[];
  forms: readonly FormName[];
  opened: OnServer;
};

/** Folders, list and message. The server draws them first; from then on the browser goes ahead. */
export function Inbox({ query, page, totals, forms, opened }: InboxProps) {
  const log = useChangeLog();
  const changes = useChanges();
  const openId = useOpenId(query.message ?? null);
  const list = useList(query, page, changes, openId);
  const reading = useReading(query, list, openId);
  const choice = useChoice(query, list, changes);
  const commands = useCommands({ query, list, reading, choice, changes });
  const [dialog, setDialog] = useState<"export" | "help" | null>(null);
  const { go, replace, isPending } = useLists();
  const refresh = useRefresh();
  const { onAtTop, live } = useNews({ query, page, list, refresh });
  const reveal = () => (list.start !== null ? go("/inbox") : void list.reveal());
  useOpened(openId, query.message ?? null, opened, commands.open);
  useEffect(resumeDeletions, []);
  useInboxKeys({ reading, choice, commands, reveal, openDialog: setDialog });

  const totalsOf: TotalsOf = (folder, formId) =>
    totalsNow(totals, totalsChange(log, page.asOf, folder, formId), folder, formId);
  const shared = { query, choice, commands, go, isPending };
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
        <div
          role="status"
          className="bg-warning-soft px-4 py-2 text-xs text-warning empty:hidden border-b"
        >
          {live === "lost"
            ? "The service cannot be reached. New messages come when it answers again."
            : null}
          {live === "signed-out" ? <SignedOutNotice /> : null}
        </div>
        <ArrivalsPill list={list} onReveal={reveal} />
        <MessageList
          {...shared}
          list={list}
          reading={reading}
          onAtTop={onAtTop}
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
        <MessagePane
          {...shared}
          list={list}
          reading={reading}
          changes={changes}
          onServer={opened}
        />
      </section>
      {commands.question ? (
        <DeleteDialog
          messages={commands.question}
          onClose={() => commands.answer(false)}
          onConfirm={() => commands.answer(true)}
        />
      ) : null}
      {dialog === "export" ? (
        <ExportDialog query={query} forms={forms} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "help" ? <HelpDialog onClose={() => setDialog(null)} /> : null}
    </div>
  );
}
