import { Skeleton } from "#components/ui/page";

export default function Loading() {
  return (
    <div className="grid gap-6">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </div>
  );
}
