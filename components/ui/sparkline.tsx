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

/** Small bars without axes, drawn by the server: the shape of the last weeks at a glance. */
export function Sparkline({ values, label, className }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const width = Math.max(1, values.length) * STEP - (STEP - BAR);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      className={className}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / highest) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
            key={index}
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={value === 0 ? 0 : 0.75}
            className={value === 0 ? "fill-input/50" : "fill-chart-accepted"}
          />
        );
      })}
    </svg>
  );
}
