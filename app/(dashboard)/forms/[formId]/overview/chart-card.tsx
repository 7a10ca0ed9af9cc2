import { BarChart, ChartLegend } from "#components/chart/bar-chart";
import { FigureTable } from "#components/chart/figure-table";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import type { FormDay } from "#lib/submissions/count-submissions";

const TITLE = "Last 30 days";
const DAYS_PER_LABEL = 7;

function inWords(accepted: number, spam: number): string {
  return `${formatCount(accepted)} accepted, ${formatCount(spam)} spam`;
}

/** The days of the last 30, in the viewer’s time zone, as a chart and as a table. */
export function ChartCard({ days }: { days: readonly FormDay[] }) {
  const sumOf = (name: "accepted" | "spam") => days.reduce((sum, day) => sum + day[name], 0);
  const total = inWords(sumOf("accepted"), sumOf("spam"));
  const bars = days.map(({ day, accepted, spam }, index) => ({
    label: index % DAYS_PER_LABEL === 1 ? formatUtc(day, "dayAndMonth") : "",
    words: `${formatUtc(day, "dayOfYear")}: ${inWords(accepted, spam)}`,
    accepted,
    spam,
  }));
  return (
    <Card>
      <CardHeader className="tabular" title={TITLE} description={total} />
      <CardContent className="pt-2 sm:pt-2">
        <BarChart
          bars={bars}
          label={`Messages per day. ${TITLE}: ${total}`}
          emptyText="No messages in the last 30 days"
        />
        <div className="relative mt-4">
          <ChartLegend className="absolute top-0.5 right-0" />
          <FigureTable
            of="Day"
            caption="Accepted and spam per day"
            rows={days
              .map(({ day, ...figures }) => ({
                key: day,
                name: formatUtc(day, "dayOfYear"),
                ...figures,
              }))
              .toReversed()}
          />
        </div>
      </CardContent>
    </Card>
  );
}
