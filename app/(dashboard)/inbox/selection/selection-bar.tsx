import type { LucideIcon } from "lucide-react";
import { Archive, Inbox, Mail, MailOpen, ShieldAlert, ShieldCheck, Trash2, X } from "lucide-react";
import { Button } from "#components/ui/button";
import { formatCount } from "#lib/core/count";
import type { Commands } from "./use-commands";
import type { Selection } from "./use-selection";

type SelectionBarProps = { selection: Selection; commands: Commands };

/** Actions for the selected messages. */
export default function SelectionBar({ selection, commands }: SelectionBarProps) {
  const { targets, moveTo, setRead, remove } = commands;
  const areAllIn = (folder: string) => targets.every((one) => one.folder === folder);
  const areRead = targets.every(({ read }) => read);
  return (
    <div
      role="toolbar"
      data-selection-bar
      aria-label="Selected messages"
      className="flex min-w-0 flex-1 items-center gap-0.5"
    >
      <span role="status" className="tabular mr-auto truncate pl-1 font-medium">
        {formatCount(selection.ids.size)} <span className="max-xs:sr-only">selected</span>
      </span>
      {areAllIn("archive") || areAllIn("spam") ? null : (
        <Tool label="Archive" keys="e" Icon={Archive} run={() => moveTo("archive")} />
      )}
      {areAllIn("archive") ? (
        <Tool label="Move to inbox" keys="e" Icon={Inbox} run={() => moveTo("inbox")} />
      ) : null}
      {areAllIn("spam") ? (
        <Tool label="Not spam" keys="!" Icon={ShieldCheck} run={() => moveTo("inbox")} />
      ) : (
        <Tool label="Spam" keys="!" Icon={ShieldAlert} run={() => moveTo("spam")} />
      )}
      <Tool
        label={areRead ? "Mark unread" : "Mark read"}
        keys="u"
        Icon={areRead ? Mail : MailOpen}
        run={() => setRead(!areRead)}
      />
      <Tool label="Delete" keys="#" Icon={Trash2} run={() => remove()} />
      <Tool label="Clear selection" keys="Escape" Icon={X} run={selection.clear} />
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
      // The second click of a double click would act on whatever replaced the button.
      onClick={(event) => (event.detail > 1 ? undefined : run())}
    >
      <Icon aria-hidden />
      <span className="sr-only">{label}</span>
    </Button>
  );
}
