import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "#lib/core/count";

type FigureTableProps = {
  /** Header of the first column: "Day", "Month". */
  of: string;
  caption: string;
  rows: readonly { name: ReactNode; key: string; accepted: number; spam: number }[];
};

export function FigureTable({ of, caption, rows }: FigureTableProps) {
  return (
    <details className="group/table text-sm">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-xs font-medium text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 group-open/table:rotate-90" />
        <span className="group-open/table:hidden">Show as table</span>
        <span className="hidden group-open/table:inline">Hide table</span>
      </summary>
      <table className="tabular mt-3 w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-xs text-muted-foreground [&>th]:py-1.5 [&>th]:font-medium">
            <th scope="col" className="text-left">
              {of}
            </th>
            <th scope="col" className="text-right">
              Accepted
            </th>
            <th scope="col" className="text-right">
              Spam
            </th>
          </tr>
        </thead>
        <tbody className="divide-y [&_td]:py-1.5 [&_td]:text-right [&_th]:py-1.5 [&_th]:text-left [&_th]:font-normal">
          {rows.map(({ name, key, accepted, spam }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{formatCount(accepted)}</td>
              <td>{formatCount(spam)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
