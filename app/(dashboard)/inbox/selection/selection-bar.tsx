import { X } from "lucide-react";
import { formatCount } from "#lib/core/count";
import { ActionButton, type Commands, messageActions } from "./message-actions";
import type { Selection } from "./use-selection";

type SelectionBarProps = { selection: Selection; commands: Commands };

/** Actions for the selected messages. */
export default function SelectionBar({ selection, commands }: SelectionBarProps) {
  const actions = [
    ...messageActions(commands, commands.targets),
    { label: "Clear selection", keys: "Escape", Icon: X, run: selection.clear },
  ];
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
      {actions.map((action) => (
        <ActionButton key={action.keys} action={action} isIconOnly />
      ))}
    </div>
  );
}
