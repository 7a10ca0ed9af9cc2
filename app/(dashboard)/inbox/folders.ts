import { Archive, Inbox, Layers, type LucideIcon, ShieldAlert } from "lucide-react";
import type { SubmissionFilter } from "#lib/submissions/schema";

type FolderChoice = { folder: SubmissionFilter["folder"]; label: string; Icon: LucideIcon };

export const FOLDER_CHOICES: readonly FolderChoice[] = [
  { folder: "inbox", label: "Inbox", Icon: Inbox },
  { folder: "archive", label: "Archive", Icon: Archive },
  { folder: "spam", label: "Spam", Icon: ShieldAlert },
  { folder: "all", label: "All", Icon: Layers },
];

export function folderLabel(folder: SubmissionFilter["folder"]): string {
  return FOLDER_CHOICES.find((choice) => choice.folder === folder)?.label ?? "";
}
