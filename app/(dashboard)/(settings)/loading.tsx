import { Card } from "#components/ui/card";
import { Skeleton } from "#components/ui/page";

/** Two cards with a field each, where they will be. */
export default function Loading() {
  return (
    <div className="grid gap-6">
      <p role="status" className="sr-only">
        Loading
      </p>
      {["first", "second"].map((name) => (
        <Card key={name} className="grid gap-4 p-4 sm:p-6">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-9 w-full max-w-sm" />
          <Skeleton className="h-9 w-24" />
        </Card>
      ))}
    </div>
  );
}
