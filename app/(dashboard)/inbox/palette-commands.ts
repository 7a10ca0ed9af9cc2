import { CheckCheck, Download, Keyboard, Link, ListFilter, Undo2 } from "lucide-react";
import type { PaletteCommand } from "#components/shell/palette-state";
import { writeToClipboard } from "#components/ui/copy-button";
import { shownToasts, toast, undoToast } from "#components/ui/toast";
import { toggleFilters } from "./list/filter-button";
import type { ActiveMessage } from "./message/use-active-message";
import { messageActions } from "./selection/message-actions";
import type { Commands } from "./selection/use-commands";
import type { Selection } from "./selection/use-selection";

export type InboxControls = {
  active: ActiveMessage;
  selection: Selection;
  commands: Commands;
  showWaiting: () => void;
  openDialog: (name: "export" | "help") => void;
};

/** The inbox's commands in the palette, those for the targeted messages first. */
export function paletteCommands({
  selection,
  commands,
  openDialog,
}: InboxControls): readonly PaletteCommand[] {
  const canUndo = shownToasts.get().some(({ undo }) => undo);
  return [
    ...(commands.targets.length > 0 ? messageCommands(commands) : []),
    ...(canUndo ? [{ label: "Undo", Icon: Undo2, keys: "z", run: () => void undoToast() }] : []),
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

function messageCommands(commands: Commands): PaletteCommand[] {
  const { targets } = commands;
  const actions = messageActions(commands, targets).map((action) => ({
    ...action,
    label: action.phrase,
  }));
  const [only] = targets;
  return only && targets.length === 1 ? [...actions, copyLinkCommand(only.id)] : actions;
}

function copyLinkCommand(id: string): PaletteCommand {
  return {
    label: "Copy a link to this message",
    Icon: Link,
    words: ["url", "address", "share"],
    run: () =>
      void writeToClipboard(`${location.origin}/inbox/${id}`).then((isCopied) =>
        toast(isCopied ? "Link copied." : "Couldn’t copy the link."),
      ),
  };
}
