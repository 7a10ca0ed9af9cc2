import type { LucideIcon } from "lucide-react";
import {
  Archive,
  Inbox,
  Mail,
  MailCheck,
  MailOpen,
  MailQuestionMark,
  ShieldAlert,
  ShieldCheck,
  Trash2,
} from "lucide-react";
import { Button } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";
import { countOf } from "#lib/core/count";
import type { SelectedMessage } from "#lib/domain/submissions/inbox/select-messages";
import type { Folder } from "#lib/domain/submissions/schema";
import type { Commands } from "./use-commands";

export type Action = { label: string; keys: string; Icon: LucideIcon; run: () => void };
/** `phrase` also names the messages: "Archive 3 messages". */
type MessageAction = Action & { phrase: string };

/** The actions that messages allow, depending on their folder and on whether they're read. */
export function messageActions(
  { moveTo, setRead, setAnswered, remove }: Commands,
  messages: readonly SelectedMessage[],
): MessageAction[] {
  const what = messages.length === 1 ? "this message" : countOf(messages.length, "message");
  const areIn = (folder: string) => messages.every((one) => one.folder === folder);
  const areRead = messages.every(({ read }) => read);
  const areAnswered = messages.every(({ answeredAt }) => answeredAt !== null);
  const to = (folder: Folder) => () => moveTo(folder, messages);
  const archive = areIn("archive")
    ? { label: "Move to inbox", phrase: `Move ${what} to inbox`, Icon: Inbox, run: to("inbox") }
    : { label: "Archive", phrase: `Archive ${what}`, Icon: Archive, run: to("archive") };
  const spam = areIn("spam")
    ? { label: "Not spam", phrase: `Not spam: ${what}`, Icon: ShieldCheck, run: to("inbox") }
    : { label: "Spam", phrase: `Move ${what} to spam`, Icon: ShieldAlert, run: to("spam") };
  const mark = areRead
    ? { label: "Mark as unread", phrase: `Mark ${what} as unread`, Icon: Mail }
    : { label: "Mark as read", phrase: `Mark ${what} as read`, Icon: MailOpen };
  const answer = areAnswered
    ? { label: "Not answered", phrase: `Mark ${what} as not answered`, Icon: MailQuestionMark }
    : { label: "Answered", phrase: `Mark ${what} as answered`, Icon: MailCheck };
  const deletion = { label: "Delete", phrase: `Delete ${what}`, Icon: Trash2 };
  return [
    ...(areIn("spam") ? [] : [{ ...archive, keys: "e" }]),
    { ...spam, keys: "!" },
    { ...mark, keys: "u", run: () => setRead(!areRead, messages) },
    ...(areIn("spam")
      ? []
      : [{ ...answer, keys: "m", run: () => setAnswered(!areAnswered, messages) }]),
    { ...deletion, keys: "#", run: () => remove(messages) },
  ];
}

type ActionButtonProps = { action: Action; isIconOnly?: boolean; isPrimary?: boolean };

export function ActionButton({ action, isIconOnly = false, isPrimary = false }: ActionButtonProps) {
  const { label, keys, Icon, run } = action;
  return (
    <Button
      variant={isPrimary ? "primary" : "ghost"}
      size={isIconOnly ? "iconSm" : "sm"}
      title={`${label} (${keys === "Escape" ? "Esc" : keys})`}
      aria-keyshortcuts={keys}
      className={cn(!isIconOnly && "px-2 @4xl:px-3", isPrimary && "mr-2")}
      // The second click of a double click would act on the next message.
      onClick={(event) => (event.detail > 1 ? undefined : run())}
    >
      <Icon aria-hidden />
      <span className={isIconOnly ? "sr-only" : isPrimary ? "" : "@max-[44rem]:sr-only"}>
        {label}
      </span>
    </Button>
  );
}
