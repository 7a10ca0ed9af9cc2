import { settings } from "#lib/core/settings";

/** Marks the staging environment, and says where its emails go. */
export function StagingBar() {
  const isCaptured = settings().email.mode === "capture";
  return (
    <section
      aria-label="Environment"
      className="sticky top-0 z-40 flex h-8 items-center justify-center gap-2.5 border-b border-warning/25 bg-warning-soft px-4 text-xs font-medium text-warning"
    >
      <span aria-hidden className="hatched h-3 w-6 shrink-0 rounded-sm border border-warning/25" />
      <span className="truncate">
        Staging · {isCaptured ? "emails go to the test inbox" : "emails are delivered"}
      </span>
    </section>
  );
}
