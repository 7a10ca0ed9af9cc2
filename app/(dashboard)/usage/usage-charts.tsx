import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { BarChart, ChartLegend } from "#components/chart/bar-chart";
import { FigureTable } from "#components/chart/figure-table";
import { Button, ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { countOf, formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import type { UsageOfMonth } from "#lib/usage/get-usage";

type UsageChartsProps = {
  history: readonly UsageOfMonth[];
  selected: UsageOfMonth;
  /** The current UTC day, `YYYY-MM-DD`. */
  today: string;
};

function inWords(name: string, { accepted, spam }: { accepted: number; spam: number }): string {
  return `${name}: ${formatCount(accepted)} accepted, ${formatCount(spam)} spam`;
}

const hrefOf = ({ month }: UsageOfMonth) => `/usage?month=${month}`;

export function UsageCharts(props: UsageChartsProps) {
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Days {...props} />
      <Months {...props} />
    </div>
  );
}

function Days({ history, selected, today }: UsageChartsProps) {
  const place = history.indexOf(selected);
  const name = formatUtc(selected.month, "month");
  const bars = selected.days.map(({ day, accepted, spam }, index) => ({
    label: index % 7 === 0 ? String(index + 1) : "",
    words: inWords(formatUtc(day, "dayOfYear"), { accepted, spam }),
    accepted,
    spam,
  }));
  return (
    <Card>
      <CardHeader
        className="tabular flex-nowrap items-center"
        title={name}
        description={`${formatCount(selected.accepted)} accepted, ${formatCount(selected.spam)} spam, by UTC day`}
      >
        <div className="flex gap-1">
          <Step to={history[place - 1]} label="Previous month" Icon={ChevronLeft} />
          <Step to={history[place + 1]} label="Next month" Icon={ChevronRight} />
        </div>
      </CardHeader>
      <CardContent className="pt-2 sm:pt-2">
        <BarChart bars={bars} label={`Per day. ${inWords(name, selected)}`} />
        <div className="relative mt-4">
          <ChartLegend className="absolute top-0.5 right-0" />
          <FigureTable
            of="Day"
            caption={`Accepted and spam per UTC day, ${name}`}
            rows={selected.days
              .filter(({ day }) => day <= today)
              .map(({ day, ...figures }) => ({
                key: day,
                name: formatUtc(day, "dayOfYear"),
                ...figures,
              }))}
          />
        </div>
      </CardContent>
    </Card>
  );
}

type StepProps = { to: UsageOfMonth | undefined; label: string; Icon: typeof ChevronLeft };

function Step({ to, label, Icon }: StepProps) {
  const face = (
    <>
      <Icon aria-hidden />
      <span className="sr-only">{label}</span>
    </>
  );
  return to ? (
    <ButtonLink href={hrefOf(to)} scroll={false} variant="outline" size="iconSm">
      {face}
    </ButtonLink>
  ) : (
    <Button disabled variant="outline" size="iconSm">
      {face}
    </Button>
  );
}

function Months({ history, selected }: Omit<UsageChartsProps, "today">) {
  const accepted = history.reduce((sum, one) => sum + one.accepted, 0);
  const bars = history.map((one) => ({
    label: formatUtc(one.month, "shortMonth").charAt(0),
    words: inWords(formatUtc(one.month, "month"), one),
    accepted: one.accepted,
    spam: one.spam,
    href: hrefOf(one),
    isSelected: one === selected,
  }));
  return (
    <Card>
      <CardHeader
        className="tabular"
        title="Last 12 months"
        description={`${countOf(accepted, "message")} accepted, by UTC month`}
      />
      <CardContent className="pt-2 sm:pt-2">
        <BarChart bars={bars} label="Per month" />
        <div className="relative mt-4">
          <ChartLegend className="absolute top-0.5 right-0" />
          <FigureTable
            of="Month"
            caption="Accepted and spam per UTC month"
            rows={history.toReversed().map((one) => ({
              key: one.month,
              name: (
                <Link href={hrefOf(one)} scroll={false} className="link">
                  {formatUtc(one.month, "month")}
                </Link>
              ),
              accepted: one.accepted,
              spam: one.spam,
            }))}
          />
        </div>
      </CardContent>
    </Card>
  );
}
