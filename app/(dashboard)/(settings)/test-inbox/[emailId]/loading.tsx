import { Skeleton } from "#components/ui/page";

export default function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-[80dvh] min-h-112" />
    </>
  );
}
