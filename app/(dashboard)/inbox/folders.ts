import type { MessageTotals } from "#lib/submissions/count-messages";
import type { SubmissionFilter } from "#lib/submissions/schema";

export const FOLDER_CHOICES = [
  { folder: "inbox", label: "Inbox" },
  { folder: "archive", label: "Archive" },
  { folder: "spam", label: "Spam" },
  { folder: "all", label: "All" },
] as const satisfies readonly { folder: SubmissionFilter["folder"]; label: string }[];

/** Messages of a folder, or of all, within one form or all. */
export function totalOf(
  totals: readonly MessageTotals[],
  folder: SubmissionFilter["folder"],
  formId: string | undefined,
): { total: number; unread: number } {
  return totals
    .filter((entry) => folder === "all" || entry.folder === folder)
    .filter((entry) => formId === undefined || entry.formId === formId)
    .reduce(
      (sum, { total, unread }) => ({ total: sum.total + total, unread: sum.unread + unread }),
      {
        total: 0,
        unread: 0,
      },
    );
}
