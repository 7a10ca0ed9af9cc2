import { cn } from "#components/ui/cn";

type SparklineProps = {
  /** One figure a day (or hour), oldest first. */
  values: readonly number[];
  /** What it shows, in words: the picture itself is not read out. */
  label: string;
  className?: string;
};

const HEIGHT = 24;
const STEP = 4;
const BAR = 3;

/**
 * Small bars without axes: the shape of the last weeks at a glance. Two paths, whatever the days, for
 * React streams a drawing of many elements in pieces, whose places break the content policy.
 */
export function Sparkline({ values, label, className }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const width = Math.max(1, values.length) * STEP - (STEP - BAR);
  const bar = (value: number, index: number) => {
    const height = value === 0 ? 1 : Math.max(2, Math.round((value / highest) * HEIGHT));
    return `M${index * STEP} ${HEIGHT}v-${height}h${BAR}v${height}z`;
  };
  const pathOf = (isWanted: (value: number) => boolean) =>
    values.map((value, index) => (isWanted(value) ? bar(value, index) : "")).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      preserveAspectRatio="none"
      className={cn("shrink-0", className)}
    >
      <path d={pathOf((value) => value === 0)} className="fill-input/60" />
      <path d={pathOf((value) => value > 0)} className="fill-chart-accepted" />
    </svg>
  );
}
