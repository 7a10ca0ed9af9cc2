import { PageSkeleton, Skeleton } from "#components/ui/page";

export default function Loading() {
  return (
    <PageSkeleton>
      <Skeleton className="h-[80dvh] min-h-112" />
    </PageSkeleton>
  );
}
