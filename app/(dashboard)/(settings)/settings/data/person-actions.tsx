"use client";

import { CircleCheck, Download } from "lucide-react";
import { ConfirmAction } from "#components/form/confirm-action";
import { saveFile } from "#components/shell/fetch-json.ts";
import { Button, PendingButton } from "#components/ui/button";
import { CopyField } from "#components/ui/code";
import { CopyButton } from "#components/ui/copy-button";
import { focusOnMount } from "#components/ui/focus.ts";
import { ExactTime } from "#components/ui/relative-time";
import { toast } from "#components/ui/toast.ts";
import { usePending } from "#components/ui/use-pending.ts";
import { formatMoment } from "#lib/core/dates";
import { erasePersonAction, type Found, type Receipt } from "../actions";
import { countsInWords, keptSentences, PersonCounts, SentenceList } from "./person-counts";

export function ExportButton({ email }: { email: string }) {
  const { run, isPending } = usePending(async () => {
    try {
      await saveFile("/person-export", { email }, "person.json");
      toast("Download complete.");
    } catch {
      toast("Couldn’t create the export. Try again in a moment.");
    }
  });
  return (
    <PendingButton
      variant="outline"
      isPending={isPending}
      icon={<Download aria-hidden />}
      onClick={run}
    >
      Export data
    </PendingButton>
  );
}

type EraseButtonProps = { found: Found; onErased: (receipt: Receipt) => void };

export function EraseButton({ found, onErased }: EraseButtonProps) {
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" className="text-destructive" onClick={ask}>
          Delete everything
        </Button>
      )}
      title={`Delete everything about ${found.email}?`}
      confirmLabel="Delete permanently"
      typed={found.email}
      action={async () => {
        const result = await erasePersonAction(found.email);
        if (!result.ok) return result;
        onErased(result.value);
        return { ok: true, value: { message: "Deleted." } };
      }}
    >
      <p>
        This permanently deletes {countsInWords({ ...found, forms: 0 })}. You can copy a receipt
        afterward.
      </p>
    </ConfirmAction>
  );
}

function receiptText({ id, erasedAt, email, erased, kept }: Receipt): string {
  return [
    `Deleted: all data about ${email} in this workspace`,
    `When: ${formatMoment(erasedAt, "exact", undefined)}`,
    `What: ${countsInWords(erased)}`,
    ...keptSentences(kept).map((sentence) => `Kept: ${sentence}`),
    `Receipt ID: ${id}`,
  ].join("\n");
}

/** The deleted and kept data. The only place that shows the address. */
export function ErasureReceiptView({ receipt }: { receipt: Receipt }) {
  const kept = keptSentences(receipt.kept);
  return (
    <section aria-label="Receipt" className="grid gap-4 border-t pt-6">
      <h3
        ref={focusOnMount}
        tabIndex={-1}
        className="flex items-start gap-2 font-semibold wrap-anywhere outline-none"
      >
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        Deleted all data about {receipt.email}
      </h3>
      <p className="text-muted-foreground">
        <ExactTime at={receipt.erasedAt} />. The record below has the counts but not the address.
        Copy this receipt if you need proof.
      </p>
      <PersonCounts counts={receipt.erased} />
      {kept.length > 0 ? <SentenceList sentences={kept} className="text-muted-foreground" /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <CopyField value={receipt.id} what="receipt ID" className="min-w-0 flex-1 basis-60" />
        <CopyButton text={receiptText(receipt)} what="the receipt" withLabel />
      </div>
    </section>
  );
}
