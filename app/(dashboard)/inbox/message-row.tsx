import { Paperclip } from "lucide-react";
import Link from "next/link";
import { Badge } from "#components/ui/badge";
import { cn } from "#components/ui/cn";
import { countOf } from "#components/ui/count";
import { RelativeTime } from "#components/ui/relative-time";
import type { SubmissionSummary } from "#lib/submissions/schema";

type MessageRowProps = {
  message: SubmissionSummary;
  href: string;
  isOpen: boolean;
  showsFolder: boolean;
};

export function MessageRow({ message, href, isOpen, showsFolder }: MessageRowProps) {
  const sender = message.name ?? message.email ?? "No name";
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        scroll={false}
        aria-current={isOpen ? "true" : undefined}
        className={cn(
          "relative grid gap-0.5 py-3 pr-4 pl-7 transition-colors duration-150 hover:bg-accent/60 focus-visible:-outline-offset-2",
          isOpen && "bg-accent hover:bg-accent",
        )}
      >
        {message.read ? null : (
          <span className="absolute top-4.5 left-3 size-2 rounded-full bg-primary">
            <span className="sr-only">Unread: </span>
          </span>
        )}
        <span className="flex items-baseline gap-3">
          <bdi className={cn("min-w-0 flex-1 truncate", !message.read && "font-semibold")}>
            {sender}
          </bdi>
          <RelativeTime
            at={message.receivedAt}
            className="shrink-0 text-xs text-muted-foreground"
          />
        </span>
        <bdi className="truncate text-muted-foreground">{message.preview}</bdi>
        <span className="mt-0.5 flex items-center gap-2 text-xs text-muted-foreground">
          <span className="truncate">{message.formName}</span>
          {message.attachmentCount > 0 ? (
            <span className="inline-flex items-center gap-1">
              <Paperclip aria-hidden className="size-3" />
              <span aria-hidden className="tabular">
                {message.attachmentCount}
              </span>
              <span className="sr-only">{countOf(message.attachmentCount, "file")}</span>
            </span>
          ) : null}
          {showsFolder && message.folder !== "inbox" ? (
            <Badge className="ml-auto capitalize">{message.folder}</Badge>
          ) : null}
        </span>
      </Link>
    </li>
  );
}
