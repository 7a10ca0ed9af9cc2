"use client";

import { Badge } from "#components/ui/badge";
import { ExactTime } from "#components/ui/relative-time";
import { countOf } from "#lib/core/count";
import type { ImportPreview } from "#lib/domain/imports/schema";

/** Shows the first messages as they’d be imported. */
export function PreviewRows({ preview }: { preview: ImportPreview }) {
  const { rows } = preview;
  return (
    <section className="grid gap-3">
      <h3 className="font-medium">The first {countOf(rows.length, "message")}</h3>
      <ol className="max-h-96 divide-y overflow-y-auto rounded-md border">
        {rows.map(({ row, receivedAt, folder, fields, problems }) => (
          <li key={row} className="grid gap-1 px-4 py-3">
            <p className="flex flex-wrap items-center gap-2 text-xs text-muted-foreground">
              Row {row}
              {receivedAt === null ? null : <ExactTime at={receivedAt} />}
              {folder === "spam" ? <Badge>Spam</Badge> : null}
            </p>
            <p className="line-clamp-3 wrap-anywhere">
              {Object.entries(fields)
                .map(([name, value]) => `${name}: ${[value].flat().join(", ")}`)
                .join(" · ")}
            </p>
            {problems.map(({ message, column }) => (
              <p key={`${column} ${message}`} className="text-destructive">
                {column ? `${column}: ` : ""}
                {message}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
