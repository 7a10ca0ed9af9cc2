import { settings } from "#lib/core/settings";

/** Says at all times that this is staging, and where its mail ends up. */
export function StagingBar() {
  const isCaptured = settings().email.mode === "capture";
  return (
    <section
      aria-label="Environment"
      className="sticky top-0 z-40 flex h-8 items-center justify-center gap-2.5 border-b border-warning/25 bg-warning-soft px-4 text-xs font-medium text-warning"
    >
      <span aria-hidden className="hatched h-3 w-6 shrink-0 rounded-sm border border-warning/25" />
      <span className="truncate">
        Staging · {isCaptured ? "email goes to the test inbox" : "email is sent for real"}
      </span>
    </section>
  );
}
