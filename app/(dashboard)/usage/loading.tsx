import { Card } from "#components/ui/card";
import { PageSkeleton, Skeleton } from "#components/ui/page";

export default function Loading() {
  return (
    <PageSkeleton>
      <div className="grid gap-6">
        <Card className="grid gap-3 p-4 sm:p-6">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-16 w-full" />
        </Card>
        <div className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {["days", "months"].map((name) => (
            <Card key={name} className="grid gap-4 p-4 sm:p-6">
              <Skeleton className="h-6 w-36" />
              <Skeleton className="h-52 w-full" />
            </Card>
          ))}
        </div>
      </div>
    </PageSkeleton>
  );
}
