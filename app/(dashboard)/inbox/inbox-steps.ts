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
import type { Commands } from "./use-commands";
import type { InboxParts } from "./use-inbox-keys";

/** What the palette offers in the inbox: first what concerns the messages that keys would act on. */
export function inboxSteps({ choice, commands, openDialog }: InboxParts): readonly Step[] {
  const canUndo = shownToasts().some(({ undo }) => undo);
  return [
    ...(commands.targets.length > 0 ? messageSteps(commands) : []),
    ...(canUndo
      ? [{ label: "Undo what was just done", Icon: Undo2, keys: "z", run: () => void undoToast() }]
      : []),
    {
      label: "Choose all that are shown",
      Icon: CheckCheck,
      words: ["select"],
      isRare: true,
      run: choice.toggleAll,
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

function messageSteps({ targets, moveTo, setRead, remove }: Commands): Step[] {
  const only = targets.length === 1 ? targets[0] : undefined;
  const what = only ? "this message" : countOf(targets.length, "message");
  const areAllIn = (folder: string) => targets.every((one) => one.folder === folder);
  const areRead = targets.every(({ read }) => read);
  return [
    areAllIn("archive")
      ? { label: `Move ${what} to the inbox`, Icon: Inbox, keys: "e", run: () => moveTo("inbox") }
      : { label: `Archive ${what}`, Icon: Archive, keys: "e", run: () => moveTo("archive") },
    areAllIn("spam")
      ? { label: `Not spam: ${what}`, Icon: ShieldCheck, keys: "!", run: () => moveTo("inbox") }
      : { label: `Move ${what} to spam`, Icon: ShieldAlert, keys: "!", run: () => moveTo("spam") },
    areRead
      ? { label: `Mark ${what} unread`, Icon: Mail, keys: "u", run: () => setRead(false) }
      : { label: `Mark ${what} read`, Icon: MailOpen, keys: "u", run: () => setRead(true) },
    { label: `Delete ${what}`, Icon: Trash2, keys: "#", run: () => remove() },
    ...(only ? [copyStep(only.id)] : []),
  ];
}

function copyStep(id: string): Step {
  return {
    label: "Copy a link to this message",
    Icon: Link,
    words: ["url", "address", "share"],
    run: () =>
      void writeToClipboard(`${location.origin}/inbox/${id}`).then((isCopied) =>
        toast(isCopied ? "Link copied." : "The browser did not let the link be copied."),
      ),
  };
}
