import { cn } from "#components/ui/cn";

type MeterProps = {
  value: number;
  max: number;
  label: string;
  /** Much is good: it never turns to warning colours. */
  isGood?: boolean;
};

/** How much of something is used: a real progress element, so that no inline style is needed. */
export function Meter({ value, max, label, isGood = false }: MeterProps) {
  const share = max === 0 ? 1 : value / max;
  return (
    <progress
      value={Math.min(value, max)}
      max={max}
      aria-label={label}
      className={cn(
        "block h-2 w-full appearance-none overflow-hidden rounded-full bg-muted text-primary [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-current",
        !isGood && share >= 0.8 && "text-warning",
        !isGood && share >= 1 && "text-destructive",
      )}
    />
  );
}
