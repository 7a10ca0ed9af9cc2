import { CheckCheck, Download, Keyboard, ListFilter, StickyNote, Undo2 } from "lucide-react";
import type { PaletteCommand } from "#components/shell/palette-state.ts";
import { shownToasts, undoLatest } from "#components/ui/toast.ts";
import { countOf } from "#lib/core/count";
import { toggleFilters } from "./list/filter-button";
import { copyCommands, messageCommands, replyCommand } from "./message/message-commands";
import type { ActiveMessage, OpenedMessage } from "./message/use-active-message";
import { messageActions } from "./selection/message-actions";
import type { Commands } from "./selection/use-commands";
import type { Selection } from "./selection/use-selection";

export type DialogName = "export" | "help" | "note";

export type InboxControls = {
  active: ActiveMessage;
  opened: OpenedMessage;
  selection: Selection;
  commands: Commands;
  showWaiting: () => void;
  openDialog: (name: DialogName) => void;
};

/** The inbox's commands in the palette, those for the targeted messages first. */
export function paletteCommands({
  opened,
  selection,
  commands,
  openDialog,
}: InboxControls): readonly PaletteCommand[] {
  const canUndo = shownToasts.get().some(({ entries }) => entries.some(({ undo }) => undo));
  return [
    ...(commands.targets.length > 0 ? targetCommands(commands, opened.data) : []),
    ...(selection.ids.size > 0
      ? [
          {
            label: `Add a note to ${countOf(selection.ids.size, "message")}`,
            Icon: StickyNote,
            keys: "n",
            run: () => openDialog("note"),
          },
        ]
      : []),
    ...(canUndo ? [{ label: "Undo", Icon: Undo2, keys: "z", run: () => void undoLatest() }] : []),
    {
      label: "Select all shown",
      Icon: CheckCheck,
      words: ["choose"],
      isRare: true,
      run: selection.toggleAll,
    },
    { label: "Filter messages", Icon: ListFilter, keys: "f", run: toggleFilters },
    {
      label: selection.ids.size > 0 ? "Export selected messages as CSV" : "Export this list as CSV",
      Icon: Download,
      words: ["download", "messages"],
      run: () => openDialog("export"),
    },
    {
      label: "Keyboard shortcuts",
      Icon: Keyboard,
      words: ["keys", "help"],
      keys: "?",
      run: () => openDialog("help"),
    },
  ];
}

/** @param opened - the open message, if it has loaded */
function targetCommands(commands: Commands, opened: OpenedMessage["data"]): PaletteCommand[] {
  const { targets } = commands;
  const actions = messageActions(commands, targets).map((action) => ({
    ...action,
    label: action.phrase,
  }));
  const [only] = targets;
  if (!only || targets.length > 1) return actions;
  if (opened?.message.id !== only.id) return [...actions, ...copyCommands(only.id)];
  return [replyCommand(), ...actions, ...messageCommands(opened).flat()];
}
