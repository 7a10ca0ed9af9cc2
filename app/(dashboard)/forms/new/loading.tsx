import { Page } from "#components/ui/page";
import { Skeleton } from "#components/ui/skeleton";

export default function Loading() {
  return (
    <Page width="narrow">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="mb-8 h-16 w-48" />
      <Skeleton className="h-80" />
    </Page>
  );
}
