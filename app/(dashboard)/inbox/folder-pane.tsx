import { Archive, Inbox, Layers, type LucideIcon, ShieldAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn";
import { formatCount } from "#components/ui/count";
import type { MessageTotals } from "#lib/submissions/count-messages";
import { FOLDER_CHOICES, totalOf } from "./folders";
import { type InboxQuery, inboxHref } from "./inbox-href";

const ICONS: Record<string, LucideIcon> = {
  inbox: Inbox,
  archive: Archive,
  spam: ShieldAlert,
  all: Layers,
};

type FolderPaneProps = {
  query: InboxQuery;
  totals: readonly MessageTotals[];
  forms: readonly { id: string; name: string }[];
};

/** Folders and forms where there is room for a column; the filters above the list serve elsewhere. */
export function FolderPane({ query, totals, forms }: FolderPaneProps) {
  const fresh = { message: null, cursor: null } as const;
  return (
    <nav
      aria-label="Folders and forms"
      className="hidden w-52 shrink-0 flex-col gap-6 overflow-y-auto border-r px-3 py-4 2xl:flex"
    >
      <ul className="grid gap-0.5">
        {FOLDER_CHOICES.map(({ folder, label }) => {
          const Icon = ICONS[folder] ?? Layers;
          const count = totalOf(totals, folder, query.formId);
          return (
            <PaneLink
              key={folder}
              href={inboxHref(query, { ...fresh, folder })}
              isHere={query.folder === folder}
              note={folder === "inbox" ? count.unread : count.total}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="flex-1 truncate">{label}</span>
            </PaneLink>
          );
        })}
      </ul>
      {forms.length > 0 ? (
        <div>
          <h2 className="mb-1 px-2.5 text-xs text-muted-foreground">Forms</h2>
          <ul className="grid gap-0.5">
            <PaneLink
              href={inboxHref(query, { ...fresh, formId: null })}
              isHere={query.formId === undefined}
              note={0}
            >
              <span className="flex-1 truncate">All forms</span>
            </PaneLink>
            {forms.map(({ id, name }) => (
              <PaneLink
                key={id}
                href={inboxHref(query, { ...fresh, formId: id })}
                isHere={query.formId === id}
                note={totalOf(totals, "inbox", id).unread}
              >
                <span className="flex-1 truncate">{name}</span>
              </PaneLink>
            ))}
          </ul>
        </div>
      ) : null}
    </nav>
  );
}

type PaneLinkProps = { href: string; isHere: boolean; note: number; children: ReactNode };

function PaneLink({ href, isHere, note, children }: PaneLinkProps) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        aria-current={isHere ? "true" : undefined}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground",
          isHere && "bg-accent font-medium text-accent-foreground",
        )}
      >
        {children}
        {note > 0 ? <span className="tabular text-xs">{formatCount(note)}</span> : null}
      </Link>
    </li>
  );
}
