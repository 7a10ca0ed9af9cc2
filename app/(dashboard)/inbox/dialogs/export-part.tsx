import { Check, Download, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { saveFile } from "#components/shell/fetch-json.ts";
import { useTimeZone } from "#components/ui/clock";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { countOf } from "#lib/core/count";
import { dayBefore } from "#lib/core/dates";
import type { ExportColumns } from "#lib/domain/submissions/export/export-schema";
import { describeFailure } from "../action-value";

const ROW =
  "flex min-h-10 w-full items-center gap-3 rounded-md border bg-card px-3 py-2 text-left shadow-card hover:bg-accent";

type PartProps = { label: string; count: number };

function PartContent({ label, count, state }: PartProps & { state: "new" | "busy" | "done" }) {
  const Icon = { new: Download, busy: LoaderCircle, done: Check }[state];
  return (
    <>
      <Icon
        aria-hidden
        className={`size-4 shrink-0 text-primary ${state === "busy" ? "animate-spin" : ""}`}
      />
      <span className="flex-1 font-medium">{label}</span>
      <span className="tabular text-muted-foreground">
        {countOf(count, "message")}
        {state === "done" ? <span className="sr-only">, downloaded</span> : null}
      </span>
    </>
  );
}

export function PartLink({ href, ...props }: PartProps & { href: string }) {
  const [isDownloaded, setDownloaded] = useState(false);
  return (
    <a href={href} download onClick={() => setDownloaded(true)} className={ROW}>
      <PartContent state={isDownloaded ? "done" : "new"} {...props} />
    </a>
  );
}

type SelectedPartProps = { ids: readonly string[]; columns: ExportColumns };

/** The file of selected messages. Their IDs are too long for a URL, so a script downloads it. */
export function SelectedPart({ ids, columns }: SelectedPartProps) {
  const timeZone = useTimeZone();
  const [isDownloaded, setDownloaded] = useState(false);
  const { run, isPending } = usePending(async () => {
    try {
      const name = `messages-${dayBefore(Date.now(), 0, timeZone)}.csv`;
      await saveFile("/submissions/export", { ids, columns, timeZone }, name);
      setDownloaded(true);
    } catch (failure) {
      toast(describeFailure(failure));
    }
  });
  const state = isPending ? "busy" : isDownloaded ? "done" : "new";
  return (
    <button type="button" aria-disabled={isPending || undefined} onClick={run} className={ROW}>
      <PartContent state={state} label="Download" count={ids.length} />
    </button>
  );
}
