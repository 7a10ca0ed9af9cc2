import {
  Archive,
  CheckCheck,
  Download,
  Inbox,
  Keyboard,
  Link,
  Mail,
  MailOpen,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  Undo2,
} from "lucide-react";
import type { Step } from "#components/shell/palette-steps";
import { writeToClipboard } from "#components/ui/copy-button";
import { shownToasts, toast, undoToast } from "#components/ui/toast";
import { countOf } from "#lib/core/count";
import type { InboxControls } from "./keyboard-shortcuts";
import type { Commands } from "./selection/use-commands";

/** The inbox's commands in the palette, those for the targeted messages first. */
export function paletteCommands({
  selection,
  commands,
  openDialog,
}: InboxControls): readonly Step[] {
  const canUndo = shownToasts().some(({ undo }) => undo);
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
    {
      label: "Export this list as CSV",
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

function messageCommands({ targets, moveTo, setRead, remove }: Commands): Step[] {
  const only = targets.length === 1 ? targets[0] : undefined;
  const what = only ? "this message" : countOf(targets.length, "message");
  const areAllIn = (folder: string) => targets.every((one) => one.folder === folder);
  const areRead = targets.every(({ read }) => read);
  return [
    areAllIn("archive")
      ? { label: `Move ${what} to inbox`, Icon: Inbox, keys: "e", run: () => moveTo("inbox") }
      : { label: `Archive ${what}`, Icon: Archive, keys: "e", run: () => moveTo("archive") },
    areAllIn("spam")
      ? { label: `Not spam: ${what}`, Icon: ShieldCheck, keys: "!", run: () => moveTo("inbox") }
      : { label: `Move ${what} to spam`, Icon: ShieldAlert, keys: "!", run: () => moveTo("spam") },
    areRead
      ? { label: `Mark ${what} unread`, Icon: Mail, keys: "u", run: () => setRead(false) }
      : { label: `Mark ${what} read`, Icon: MailOpen, keys: "u", run: () => setRead(true) },
    { label: `Delete ${what}`, Icon: Trash2, keys: "#", run: () => remove() },
    ...(only ? [copyLinkCommand(only.id)] : []),
  ];
}

function copyLinkCommand(id: string): Step {
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
