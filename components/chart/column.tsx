import { cn } from "#components/ui/cn.ts";
import { formatCount } from "#lib/core/count";

type Figures = { accepted: number; spam: number };

/** The names of the two parts of a column. */
export type SeriesNames = readonly [plain: string, hatched: string];
export const MESSAGE_SERIES: SeriesNames = ["Accepted", "Spam"];

/** A day or a month. */
export type Period = Figures & {
  /** "14 November" */
  name: string;
  /** The label below the bar; empty if there’s no room. */
  label: string;
  /** The URL of the page about it. */
  href?: string;
  isSelected?: boolean;
};

/** "12 accepted, 3 spam" */
export function figuresInWords({ accepted, spam }: Figures, series = MESSAGE_SERIES): string {
  const [plain, hatched] = series;
  return `${formatCount(accepted)} ${plain.toLowerCase()}, ${formatCount(spam)} ${hatched.toLowerCase()}`;
}

/** "14 November: 12 accepted, 3 spam" */
export function inWords(
  period: Pick<Period, "name" | "accepted" | "spam">,
  series = MESSAGE_SERIES,
): string {
  return `${period.name}: ${figuresInWords(period, series)}`;
}

/** The top and bottom edges of columns, in pixels from the top. */
export const TOP = 28;
export const BOTTOM = 180;

type ColumnProps = {
  period: Period;
  index: number;
  count: number;
  yOf: (value: number) => number;
  hatchId: string;
};

/** Keeps small values visible. */
const LEAST_HEIGHT = 2;

export function Column({ period, index, count, yOf, hatchId }: ColumnProps) {
  const share = 100 / count;
  const slim = { x: `${share * (index + 0.16)}%`, width: `${share * 0.68}%` };
  const middle = `${share * (index + 0.5)}%`;
  const { label, accepted, spam, isSelected } = period;
  const acceptedTop = accepted === 0 ? BOTTOM : Math.min(yOf(accepted), BOTTOM - LEAST_HEIGHT);
  const spamHeight = spam === 0 ? 0 : Math.max(yOf(0) - yOf(spam) - 1, LEAST_HEIGHT);
  return (
    <>
      <rect
        {...slim}
        y={acceptedTop}
        height={BOTTOM - acceptedTop}
        rx="1.5"
        className="fill-chart-accepted"
      />
      {spamHeight > 0 ? (
        <rect
          {...slim}
          y={acceptedTop - 1 - spamHeight}
          height={spamHeight}
          rx="1.5"
          fill={`url(#${hatchId})`}
          className="stroke-chart-spam"
          strokeWidth="0.75"
        />
      ) : null}
      <text
        x={middle}
        y={BOTTOM + 16}
        textAnchor="middle"
        className={cn(
          "tabular fill-muted-foreground",
          isSelected && "fill-foreground font-semibold",
        )}
      >
        {label}
      </text>
    </>
  );
}
