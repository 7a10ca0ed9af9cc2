import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn.ts";

const TONES = {
  neutral: "border-border bg-muted text-muted-foreground",
  accent: "border-primary/20 bg-primary/10 text-primary",
  success: "border-success/25 bg-success/10 text-success",
  warning: "border-warning/30 bg-warning-soft text-warning",
  danger: "border-destructive/25 bg-destructive/10 text-destructive",
} as const;

export type BadgeTone = keyof typeof TONES;

type BadgeProps = ComponentProps<"span"> & { tone?: BadgeTone; withDot?: boolean };

export function Badge({ className, tone = "neutral", withDot, children }: BadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex shrink-0 items-center gap-1.5 rounded-sm border px-1.5 py-0.5 text-xs leading-4 font-medium whitespace-nowrap [&_svg]:size-3",
        TONES[tone],
        className,
      )}
    >
      {withDot ? <span aria-hidden className="size-1.5 rounded-full bg-current" /> : null}
      {children}
    </span>
  );
}
