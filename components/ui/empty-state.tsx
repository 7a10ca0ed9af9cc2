import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  /** An envelope by default. */
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      {Icon ? (
        <span className="mb-4 flex size-10 items-center justify-center rounded-md border bg-background text-muted-foreground">
          <Icon aria-hidden className="size-5" />
        </span>
      ) : (
        <Envelope />
      )}
      <h2 className="font-semibold">{title}</h2>
      {children ? (
        <div className="mt-1 max-w-sm text-pretty text-muted-foreground">{children}</div>
      ) : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

function Envelope() {
  return (
    <svg viewBox="0 0 120 80" aria-hidden className="mb-6 w-30 fill-none">
      <rect
        x="1"
        y="1"
        width="118"
        height="78"
        rx="6"
        className="fill-card stroke-border"
        strokeWidth="2"
      />
      <path
        d="M8 73h8l4-5h-8zM36 73h8l4-5h-8zM64 73h8l4-5h-8zM92 73h8l4-5h-8z"
        className="fill-airmail-blue"
      />
      <path d="M22 73h8l4-5h-8zM50 73h8l4-5h-8zM78 73h8l4-5h-8z" className="fill-airmail-red" />
      <path d="M3 5l50 37q7 5 14 0l50-37" className="stroke-border" strokeWidth="2" />
      <rect x="95" y="49" width="14" height="14" rx="2" className="fill-primary" />
    </svg>
  );
}
