import { Skeleton } from "#components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function ListOutline() {
  return (
    <div className="divide-y border-b">
      <p role="status" className="sr-only">
        Loading messages
      </p>
      {ROWS.map((row) => (
        <div key={row} className="grid gap-2 py-3 pr-4 pl-7">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-3 w-20" />
        </div>
      ))}
    </div>
  );
}

export function MessageOutline() {
  return (
    <div className="grid gap-4 p-4 sm:p-8">
      <p role="status" className="sr-only">
        Loading the message
      </p>
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-4 w-72" />
      <Skeleton className="mt-4 h-40 w-full" />
    </div>
  );
}
