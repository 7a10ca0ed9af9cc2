import { Card, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import type { Import } from "#lib/domain/imports/schema";
import { countsOf } from "./import-counts";
import { ImportFlow } from "./import-flow";

const STATES: Readonly<Record<string, string>> = {
  uploading: "Not started",
  ready: "Not started",
  canceled: "Canceled",
  failed: "Failed",
  undone: "Undone",
  completed: "Imported",
};

/** Lists earlier imports of the form. One that can still be undone has a button for that. */
export function PastImports({ imports }: { imports: readonly Import[] }) {
  if (imports.length === 0) return null;
  return (
    <Card>
      <CardHeader className="pb-4" title="Earlier imports" />
      <ul className="divide-y border-t">
        {imports.map((one) => (
          <li key={one.id}>
            <div className="px-4 py-3 sm:px-6">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-medium wrap-anywhere">{one.filename}</span>
                <span className="text-muted-foreground">{STATES[one.status] ?? "Running"}</span>
                <RelativeTime at={one.createdAt} className="text-xs text-muted-foreground" />
              </p>
              <p className="text-muted-foreground">{countsOf(one).join(" ")}</p>
            </div>
            {one.undoUntil ? <ImportFlow formId={one.formId} latest={one} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
