import { countOf } from "#lib/core/count";
import type { Import } from "#lib/domain/imports/schema";

/** Describes the actual or expected results for a file’s messages, in a sentence each. */
export function countsOf(current: Import): string[] {
  const { imported, spam, duplicates, expired, skipped, undone, kept, status } = current;
  if (status === "undone")
    return [
      `${countOf(undone, "message")} deleted.`,
      ...(kept > 0 ? [`${countOf(kept, "message")} kept, because someone changed them.`] : []),
    ];
  const isDry = status === "ready";
  return [
    `${countOf(imported, "message")} ${isDry ? "to import" : "imported"}${spam > 0 ? `, ${countOf(spam, "message")} of them as spam` : ""}.`,
    ...(duplicates > 0 ? [`${countOf(duplicates, "message")} already here.`] : []),
    ...(expired > 0
      ? [
          `${countOf(expired, "message")} left out: older than this form keeps messages. To bring them, keep messages for longer in the form’s settings.`,
        ]
      : []),
    ...(skipped > 0 ? [`${countOf(skipped, "message")} left out because of a problem.`] : []),
  ];
}
