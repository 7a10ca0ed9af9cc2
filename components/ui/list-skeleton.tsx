import type { ComponentProps } from "react";
import { Card } from "#components/ui/card";
import { Page } from "#components/ui/page";
import { Skeleton } from "#components/ui/skeleton";

type ListSkeletonProps = { rows?: number; width?: ComponentProps<typeof Page>["width"] };

/** The outline of a page with a heading and a list, while its data is read. */
export function ListSkeleton({ rows = 5, width = "wide" }: ListSkeletonProps) {
  return (
    <Page width={width}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="mb-8 grid grid-cols-1 gap-2">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      <Card className="divide-y">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an outline have no identity
          <div key={row} className="flex items-center gap-4 px-4 py-4 sm:px-6">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-3 w-64 max-w-full" />
            </div>
            <Skeleton className="h-5 w-16 rounded-full" />
          </div>
        ))}
      </Card>
    </Page>
  );
}
