import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { BarChart, ChartLegend } from "#components/chart/bar-chart";
import { MESSAGE_SERIES, type Period, type SeriesNames } from "#components/chart/column";
import { CardContent } from "#components/ui/card";
import { formatCount } from "#lib/core/count";

type FigureChartProps = {
  /** Header of the table’s first column: "Day", "Month". */
  of: string;
  label: string;
  caption: string;
  periods: readonly Period[];
  /** The periods in the table, in its order. */
  listed: readonly Period[];
  emptyText?: string;
  series?: SeriesNames;
};

/** Accepted and spam of each period, as a chart and as a table. */
export function FigureChart({
  of,
  label,
  caption,
  periods,
  listed,
  emptyText,
  series = MESSAGE_SERIES,
}: FigureChartProps) {
  return (
    <CardContent className="pt-2 sm:pt-2">
      <BarChart periods={periods} label={label} emptyText={emptyText} series={series} />
      <div className="relative mt-4">
        <ChartLegend className="absolute top-0.5 right-0" series={series} />
        <details className="group/table text-sm">
          <summary className="inline-flex list-none items-center gap-1 rounded-sm text-xs font-medium text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-3.5 group-open/table:rotate-90" />
            <span className="group-open/table:hidden">Show as table</span>
            <span className="hidden group-open/table:inline">Hide table</span>
          </summary>
          <FigureTable of={of} caption={caption} listed={listed} series={series} />
        </details>
      </div>
    </CardContent>
  );
}

type FigureTableProps = Pick<FigureChartProps, "of" | "caption" | "listed"> & {
  series: SeriesNames;
};

function FigureTable({ of, caption, listed, series }: FigureTableProps) {
  return (
    <table className="tabular mt-3 w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b text-xs text-muted-foreground [&>th]:py-1.5 [&>th]:font-medium">
          <th scope="col" className="text-left">
            {of}
          </th>
          <th scope="col" className="text-right">
            {series[0]}
          </th>
          <th scope="col" className="text-right">
            {series[1]}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y [&_td]:py-1.5 [&_td]:text-right [&_th]:py-1.5 [&_th]:text-left [&_th]:font-normal">
        {listed.map(({ name, href, accepted, spam }) => (
          <tr key={name}>
            <th scope="row">
              {href ? (
                <Link href={href} scroll={false} className="link">
                  {name}
                </Link>
              ) : (
                name
              )}
            </th>
            <td>{formatCount(accepted)}</td>
            <td>{formatCount(spam)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
