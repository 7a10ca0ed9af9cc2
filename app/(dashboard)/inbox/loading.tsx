import { Skeleton } from "#components/ui/page";

export default function Loading() {
  return (
    <div className="flex lg:h-[calc(100dvh-2rem-var(--banner-height,0px))]">
      <div className="min-w-0 flex-1 overflow-hidden lg:w-92 lg:flex-none lg:border-r xl:w-108 2xl:w-120">
        <div className="h-11 border-b px-4 pt-3">
          <Skeleton className="h-5 w-64" />
        </div>
        <div className="h-22 border-b px-3 pt-2">
          <Skeleton className="h-9 w-full" />
        </div>
        <p role="status" className="sr-only">
          Loading messages
        </p>
        {[...Array(10).keys()].map((row) => (
          <div key={row} className="grid h-16.5 content-center gap-2 border-b pr-4 pl-10">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
