import { Inbox, Search } from "lucide-react";
import { ButtonLink, buttonVariants } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListLink, useInboxNavigation } from "../inbox-navigation";
import { countFilters, listHref } from "../inbox-url";
import { folderLabel } from "./folders";

const FILED: Readonly<Record<string, { title: string; text: string }>> = {
  spam: { title: "No spam", text: "Messages flagged as spam land here." },
  archive: {
    title: "No archived messages",
    text: "Archive messages once you’ve dealt with them.",
  },
};

export function EmptyList() {
  const { query, forms } = useInboxNavigation();
  const hasForms = forms.length > 0;
  if (query.search || query.cursor || countFilters(query) > 0) return <NoMatches />;
  const filed = FILED[query.folder];
  if (filed)
    return (
      <EmptyState icon={Inbox} title={filed.title}>
        {filed.text}
      </EmptyState>
    );
  return (
    <EmptyState
      title={hasForms ? "You’re all caught up" : "No messages yet"}
      action={
        <ButtonLink href={hasForms ? "/forms" : "/welcome"} variant="outline" size="sm">
          {hasForms ? "View forms" : "Get started"}
        </ButtonLink>
      }
    >
      {hasForms
        ? "New messages appear here automatically."
        : "Submissions appear here once your form goes live."}
    </EmptyState>
  );
}

function NoMatches() {
  const { query } = useInboxNavigation();
  const where = query.folder === "all" ? "" : ` in ${folderLabel(query.folder)}`;
  return (
    <EmptyState
      icon={Search}
      title="No matches"
      action={
        <ListLink
          href={listHref({ folder: query.folder }, {})}
          className={buttonVariants({ variant: "outline", size: "sm" })}
        >
          {query.search ? "Clear search and filters" : "Clear filters"}
        </ListLink>
      }
    >
      {query.search && countFilters(query) === 0
        ? `No messages${where} contain “${query.search}”.`
        : `No messages${where} match these filters.`}
    </EmptyState>
  );
}
