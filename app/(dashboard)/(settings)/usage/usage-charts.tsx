import { ChevronLeft, ChevronRight } from "lucide-react";
import { figuresInWords } from "#components/chart/column";
import { FigureChart } from "#components/chart/figure-chart";
import { Button, ButtonLink } from "#components/ui/button";
import { Card, CardHeader } from "#components/ui/card";
import { formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import type { UsageOfMonth } from "#lib/domain/usage/get-usage";

type UsageChartsProps = {
  history: readonly UsageOfMonth[];
  selected: UsageOfMonth;
  /** The current UTC day, `YYYY-MM-DD`. */
  today: string;
};

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
  const isCurrent = place === history.length - 1;
  const name = formatUtc(selected.month, "month");
  const days = selected.days.map((day, index) => ({
    ...day,
    name: formatUtc(day.day, "dayOfYear"),
    label: index % 7 === 0 ? String(index + 1) : "",
  }));
  return (
    <Card>
      <CardHeader
        className="tabular flex-nowrap items-center"
        title={name}
        // The allowance above shows how many this month has accepted.
        description={`${isCurrent ? `${formatCount(selected.spam)} spam` : figuresInWords(selected)}, by UTC day`}
      >
        <div className="flex gap-1">
          <Step to={history[place - 1]} label="Previous month" Icon={ChevronLeft} />
          <Step to={history[place + 1]} label="Next month" Icon={ChevronRight} />
        </div>
      </CardHeader>
      <FigureChart
        of="Day"
        label={`Per day. ${name}: ${figuresInWords(selected)}`}
        caption={`Accepted and spam per UTC day, ${name}`}
        periods={days}
        listed={days.filter(({ day }) => day <= today)}
      />
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
  const months = history.map((one) => ({
    accepted: one.accepted,
    spam: one.spam,
    name: formatUtc(one.month, "month"),
    label: formatUtc(one.month, "shortMonth").charAt(0),
    href: hrefOf(one),
    isSelected: one === selected,
  }));
  return (
    <Card>
      <CardHeader className="tabular" title="Last 12 months" description="By UTC month" />
      <FigureChart
        of="Month"
        label="Per month"
        caption="Accepted and spam per UTC month"
        periods={months}
        listed={months.toReversed()}
      />
    </Card>
  );
}
