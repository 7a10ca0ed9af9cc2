import { Inbox, SearchX } from "lucide-react";
import { ButtonLink } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { type Go, ListLink } from "../inbox-navigation";
import type { InboxQuery } from "../inbox-query";
import { listHref } from "../inbox-url";
import { folderLabel } from "./folders";

type EmptyListProps = { query: InboxQuery; hasForms: boolean; go: Go };

/** Explains an empty list and offers one next step. */
export default function EmptyList({ query, hasForms, go }: EmptyListProps) {
  if (query.search || query.formId || query.unread === "true" || query.cursor)
    return <NoMatches query={query} go={go} />;
  if (query.folder === "spam")
    return (
      <EmptyState icon={Inbox} title="No spam">
        Messages flagged as spam land here.
      </EmptyState>
    );
  if (query.folder === "archive")
    return (
      <EmptyState icon={Inbox} title="No archived messages">
        Archive messages once you’ve dealt with them.
      </EmptyState>
    );
  const next = hasForms
    ? {
        title: "You’re all caught up",
        text: "New messages appear here automatically.",
        label: "View forms",
      }
    : {
        title: "No messages yet",
        text: "Submissions appear here once your form goes live.",
        label: "Get started",
      };
  return (
    <EmptyState
      icon={Inbox}
      title={next.title}
      action={
        <ButtonLink href={hasForms ? "/forms" : "/welcome"} variant="outline" size="sm">
          {next.label}
        </ButtonLink>
      }
    >
      {next.text}
    </EmptyState>
  );
}

function NoMatches({ query, go }: Pick<EmptyListProps, "query" | "go">) {
  const where = query.folder === "all" ? "" : ` in ${folderLabel(query.folder).toLowerCase()}`;
  return (
    <EmptyState
      icon={SearchX}
      title="No matches"
      action={
        <ListLink
          href={listHref({ folder: query.folder }, {})}
          go={go}
          className="inline-flex h-8 items-center rounded-md border bg-card px-3 font-medium shadow-card hover:bg-accent"
        >
          Clear filters
        </ListLink>
      }
    >
      {query.search
        ? `No messages${where} contain “${query.search}”.`
        : `No messages${where} match these filters.`}
    </EmptyState>
  );
}
