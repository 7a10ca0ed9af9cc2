import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 flex size-10 items-center justify-center rounded-md border bg-background text-muted-foreground">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="font-semibold">{title}</h2>
      {children ? (
        <div className="mt-1 max-w-sm text-pretty text-muted-foreground">{children}</div>
      ) : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}
