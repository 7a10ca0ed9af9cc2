import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "#components/ui/cn.ts";

const TONES = {
  info: { Icon: Info, look: "border-border bg-muted/60 [&>svg]:text-muted-foreground" },
  success: { Icon: CircleCheck, look: "border-success/25 bg-success/10 [&>svg]:text-success" },
  warning: { Icon: TriangleAlert, look: "border-warning/30 bg-warning-soft [&>svg]:text-warning" },
  danger: {
    Icon: CircleAlert,
    look: "border-destructive/25 bg-destructive/10 [&>svg]:text-destructive",
  },
} as const;

type NoticeProps = ComponentProps<"div"> & { tone?: keyof typeof TONES };

/** A message that stays on the page. For the result of an action, use a toast. */
export function Notice({ tone = "info", children, ...props }: NoticeProps) {
  const { Icon, look } = TONES[tone];
  return (
    <div className={cn("flex gap-3 rounded-md border px-4 py-3 text-sm", look)} {...props}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 text-pretty break-words">{children}</div>
    </div>
  );
}
