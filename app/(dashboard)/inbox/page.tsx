import type { Metadata } from "next";
import { Suspense } from "react";
import { cn } from "#components/ui/cn";
import { listForms } from "#lib/forms/list-forms";
import { countMessages } from "#lib/submissions/count-messages";
import { readQuery } from "../../read-query";
import type { SearchParams } from "../../search-params";
import { pageSession } from "../page-session";
import { Filters } from "./filters";
import { FolderPane } from "./folder-pane";
import { inboxHref } from "./inbox-href";
import { InboxQuery } from "./inbox-query";
import { MessageList } from "./message-list";
import { MessagePane } from "./message-pane";
import { ListOutline, MessageOutline } from "./outlines";

export const metadata: Metadata = { title: "Inbox" };

/** As many forms as can be told apart in a list; the others are found by their own page. */
const FORMS_SHOWN = 100;

export default async function InboxPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await pageSession();
  const query = await readQuery(InboxQuery, searchParams);
  const [totals, forms] = await Promise.all([
    countMessages(ctx),
    listForms(ctx, { limit: FORMS_SHOWN }),
  ]);
  const isReading = query.message !== undefined;
  const choices = forms.data.map(({ id, name }) => ({ id, name }));
  return (
    <div className="flex lg:h-[calc(100dvh-2rem)]">
      <h1 className="sr-only">Inbox</h1>
      <FolderPane query={query} totals={totals} forms={choices} />
      <section
        aria-label="Messages"
        className={cn(
          "flex min-w-0 flex-1 flex-col lg:max-w-md lg:min-w-80 lg:border-r",
          isReading && "max-lg:hidden",
        )}
      >
        <Filters query={query} totals={totals} forms={choices} />
        <Suspense key={inboxHref(query, { message: null })} fallback={<ListOutline />}>
          <MessageList ctx={ctx} query={query} hasForms={choices.length > 0} />
        </Suspense>
      </section>
      <section
        aria-label="Message"
        className={cn("min-w-0 flex-1 lg:overflow-y-auto", isReading || "max-lg:hidden")}
      >
        <Suspense key={query.message} fallback={<MessageOutline />}>
          <MessagePane ctx={ctx} query={query} />
        </Suspense>
      </section>
    </div>
  );
}
