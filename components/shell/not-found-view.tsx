import type { ReactNode } from "react";
import { BrandMark } from "#components/shell/brand";

type DeadEndProps = { title: string; children: ReactNode; action: ReactNode };

/** A page that has nothing to show: what happened, and the way on. */
export function NotFoundView({ title, children, action }: DeadEndProps) {
  return (
    <div className="mx-auto flex min-h-[80dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <BrandMark className="mb-6 size-9" />
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <div className="mt-2 text-pretty text-muted-foreground">{children}</div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  );
}
