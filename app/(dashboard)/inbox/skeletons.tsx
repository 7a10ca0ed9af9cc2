import { Skeleton } from "#components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

export function ListSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading messages
      </p>
      {ROWS.map((row) => (
        <div key={row} className="grid h-16.5 content-center gap-2 border-b pr-4 pl-10">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}

/** The body of a message that is loading. */
export function MessageSkeleton() {
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        Loading the message
      </p>
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}
