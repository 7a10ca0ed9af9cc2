import { Inbox, SearchX } from "lucide-react";
import { ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { folderLabel } from "./folders";
import { type InboxQuery, listHref } from "./inbox-href";
import { type Go, ListLink } from "./list-link";

type EmptyListProps = { query: InboxQuery; hasForms: boolean; go: Go };

/** Why there is nothing, and the one next step. */
export default function EmptyList({ query, hasForms, go }: EmptyListProps) {
  if (query.search || query.formId || query.unread === "true" || query.cursor)
    return <NothingMatches query={query} go={go} />;
  if (query.folder === "spam")
    return (
      <EmptyState icon={Inbox} title="No spam">
        What the checks catch is kept here.
      </EmptyState>
    );
  if (query.folder === "archive")
    return (
      <EmptyState icon={Inbox} title="Nothing here">
        Archive a message when it is dealt with.
      </EmptyState>
    );
  const next = hasForms
    ? { title: "All done", text: "New messages appear here by themselves.", step: "Open the forms" }
    : {
        title: "No messages yet",
        text: "They arrive as soon as there is a form that someone fills in.",
        step: "Get started",
      };
  return (
    <EmptyState
      icon={Inbox}
      title={next.title}
      action={
        <ButtonLink href={hasForms ? "/forms" : "/welcome"} variant="outline" size="sm">
          {next.step}
        </ButtonLink>
      }
    >
      {next.text}
    </EmptyState>
  );
}

function NothingMatches({ query, go }: Pick<EmptyListProps, "query" | "go">) {
  const where = query.folder === "all" ? "" : ` in ${folderLabel(query.folder).toLowerCase()}`;
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing matches"
      action={
        <ListLink
          href={listHref({ folder: query.folder }, {})}
          go={go}
          className="inline-flex h-8 items-center rounded-md border bg-card px-3 font-medium shadow-card hover:bg-accent"
        >
          Clear the filters
        </ListLink>
      }
    >
      {query.search ? `No message${where} contains “${query.search}”.` : `No such message${where}.`}
    </EmptyState>
  );
}
