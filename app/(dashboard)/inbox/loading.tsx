import { Skeleton } from "#components/ui/page";

export default function Loading() {
  return (
    <div className="flex lg:h-[calc(100dvh-2rem-var(--banner-height,0px))]">
      <div className="hidden w-48 shrink-0 border-r xl:block 2xl:w-56" />
      <div className="min-w-0 flex-1 overflow-hidden lg:w-84 lg:flex-none lg:border-r xl:w-96 2xl:w-112">
        <div className="grid h-36 content-start gap-3 border-b p-3 xl:h-24">
          <Skeleton className="h-6 w-24" />
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
