import type { LucideIcon } from "lucide-react";
import { Archive, Inbox, Mail, MailOpen, ShieldAlert, ShieldCheck, Trash2, X } from "lucide-react";
import { Button } from "#components/ui/button";
import { formatCount } from "#lib/core/count";
import type { Choice } from "./use-choice";
import type { Commands } from "./use-commands";

type ChoiceBarProps = { choice: Choice; commands: Commands };

/** What can be done with all that is chosen. */
export default function ChoiceBar({ choice, commands }: ChoiceBarProps) {
  const { targets, moveTo, setRead, remove } = commands;
  const isAllIn = (folder: string) => targets.every((one) => one.folder === folder);
  const isAllRead = targets.every(({ read }) => read);
  return (
    <div
      role="toolbar"
      data-choice-bar
      aria-label="Chosen messages"
      className="flex min-w-0 flex-1 items-center gap-0.5"
    >
      <span role="status" className="tabular mr-auto truncate pl-1 font-medium">
        {formatCount(choice.ids.size)} <span className="max-xs:sr-only">chosen</span>
      </span>
      {isAllIn("archive") || isAllIn("spam") ? null : (
        <Tool label="Archive" keys="e" Icon={Archive} run={() => moveTo("archive")} />
      )}
      {isAllIn("archive") ? (
        <Tool label="Move to inbox" keys="e" Icon={Inbox} run={() => moveTo("inbox")} />
      ) : null}
      {isAllIn("spam") ? (
        <Tool label="Not spam" keys="!" Icon={ShieldCheck} run={() => moveTo("inbox")} />
      ) : (
        <Tool label="Spam" keys="!" Icon={ShieldAlert} run={() => moveTo("spam")} />
      )}
      <Tool
        label={isAllRead ? "Mark unread" : "Mark read"}
        keys="u"
        Icon={isAllRead ? Mail : MailOpen}
        run={() => setRead(!isAllRead)}
      />
      <Tool label="Delete" keys="#" Icon={Trash2} run={() => remove()} />
      <Tool label="Choose none" keys="Escape" Icon={X} run={choice.clear} />
    </div>
  );
}

type ToolProps = { label: string; keys: string; Icon: LucideIcon; run: () => void };

function Tool({ label, keys, Icon, run }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="iconSm"
      title={`${label} (${keys === "Escape" ? "Esc" : keys})`}
      aria-keyshortcuts={keys}
      // The second press of a double click would fall on what has come in the place of the first.
      onClick={(event) => (event.detail > 1 ? undefined : run())}
    >
      <Icon aria-hidden />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
