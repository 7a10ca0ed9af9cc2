import { Download, StickyNote, UserRoundPlus, X } from "lucide-react";
import { IconButton } from "#components/ui/button";
import { formatCount } from "#lib/core/count";
import AssigneeSelect from "../work/assignee-select";
import { ActionButton, messageActions } from "./message-actions";
import type { Commands } from "./use-commands";
import type { Selection } from "./use-selection";

type SelectionBarProps = {
  selection: Selection;
  commands: Commands;
  onNote: () => void;
  onExport: () => void;
};

export default function SelectionBar({ selection, commands, onNote, onExport }: SelectionBarProps) {
  const clear = { label: "Clear selection", keys: "Escape", Icon: X, run: selection.clear };
  const note = { label: "Add note", keys: "n", Icon: StickyNote, run: onNote };
  return (
    <div
      role="toolbar"
      data-selection-bar
      aria-label="Selected messages"
      className="@container flex min-w-0 flex-1 items-center sm:gap-0.5"
    >
      <span role="status" className="tabular mr-auto truncate pl-1 font-medium">
        {formatCount(selection.ids.size)}
        <span className="@max-[25rem]:sr-only"> selected</span>
      </span>
      {messageActions(commands, commands.targets).map((action) => (
        <ActionButton key={action.keys} action={action} isIconOnly />
      ))}
      <ActionButton action={note} isIconOnly />
      {/* A narrow bar has room for an icon, which the list of members lies on. */}
      <span className="relative inline-flex items-center justify-center rounded-md text-muted-foreground @max-md:size-8 @max-md:hover:bg-accent @max-md:has-focus-visible:outline-2 @max-md:has-focus-visible:outline-ring">
        <UserRoundPlus aria-hidden className="size-4 @md:hidden" />
        <span className="@max-md:absolute @max-md:inset-0 @max-md:overflow-hidden @max-md:opacity-0">
          <AssigneeSelect
            label="Assign the selected messages"
            value={undefined}
            onChange={commands.assign}
            className="max-w-28 @max-md:w-full"
          >
            Assign…
          </AssigneeSelect>
        </span>
      </span>
      <IconButton
        icon={<Download aria-hidden />}
        label="Export as CSV"
        title="Export as CSV"
        aria-haspopup="dialog"
        onClick={onExport}
      />
      <ActionButton action={clear} isIconOnly />
    </div>
  );
}
