"use client";

import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { CopyField } from "#components/ui/code";
import { CopyButton } from "#components/ui/copy-button";
import { ExactTime } from "#components/ui/relative-time";
import { formatMoment } from "#lib/core/moment";
import type { Receipt } from "./actions";
import { countsInWords, keptSentences, PersonCounts } from "./person-counts";

/** The receipt as a text to send to whoever asked. */
function receiptText({ id, erasedAt, email, erased, kept }: Receipt): string {
  return [
    `Erased: what this workspace held of ${email}`,
    `When: ${formatMoment(erasedAt, "exact", undefined)}`,
    `What: ${countsInWords(erased)}`,
    ...keptSentences(kept).map((sentence) => `Kept: ${sentence}`),
    `Number: ${id}`,
  ].join("\n");
}

/** Says what went and what stays; the only place that names whom it was about. */
export function ErasureReceiptView({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const kept = keptSentences(receipt.kept);
  return (
    <section aria-label="Receipt" className="grid gap-4 border-t pt-6">
      <h3
        ref={heading}
        tabIndex={-1}
        className="flex items-start gap-2 font-semibold wrap-anywhere outline-none"
      >
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        {receipt.email} is erased
      </h3>
      <p className="text-muted-foreground">
        <ExactTime at={receipt.erasedAt} />. The record below keeps the figures and not the address,
        so copy this receipt if you have to show it.
      </p>
      <PersonCounts counts={receipt.erased} />
      {kept.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-4 text-muted-foreground">
          {kept.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <CopyField
          value={receipt.id}
          what="number of the receipt"
          className="min-w-0 flex-1 basis-60"
        />
        <CopyButton text={receiptText(receipt)} what="the receipt" withLabel />
      </div>
    </section>
  );
}
