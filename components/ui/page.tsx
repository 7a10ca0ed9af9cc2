import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { ButtonLink } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { cn } from "#components/ui/cn.ts";
import { hrefTo, type QueryValues } from "#components/ui/href.ts";

const WIDTHS = {
  /** Forms and reading. */
  narrow: "max-w-176",
  /** Lists. */
  wide: "",
} as const;

type PageProps = { width?: keyof typeof WIDTHS | undefined; children: ReactNode };

/** Frames a page. All pages start at the same left edge, whatever their width. */
export function Page({ width = "wide", children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-8 sm:py-10">
      <div className={WIDTHS[width]}>{children}</div>
    </div>
  );
}

type BackLinkProps = { href: string; label: string };

export function BackLink({ href, label }: BackLinkProps) {
  return (
    <Link
      href={href}
      className="mb-3 -ml-1 inline-flex items-center gap-1 rounded-sm text-sm text-muted-foreground hover:text-foreground"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  back?: BackLinkProps;
};

export function PageHeader({ title, description, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-6 sm:mb-8">
      {back ? <BackLink {...back} /> : null}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-xl leading-7 font-semibold tracking-tight break-words sm:text-2xl sm:leading-8">
            {title}
          </h1>
          {description ? (
            <p className="mt-1 max-w-prose text-pretty text-muted-foreground">{description}</p>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}

type SectionHeaderProps = Omit<PageHeaderProps, "back">;

/** Renders the title of a page that shares its layout with others. */
export function SectionHeader({ title, description, actions }: SectionHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg leading-7 font-semibold tracking-tight wrap-anywhere">{title}</h2>
        {description ? (
          <p className="max-w-prose text-pretty text-muted-foreground">{description}</p>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </div>
  );
}

type PagerProps = {
  path: string;
  /** The other parameters of the list. */
  filter?: QueryValues;
  /** The cursor of this page; undefined on the first. */
  cursor: string | undefined;
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null;
  /** The labels of both links, for a list that isn’t sorted by time. */
  labels?: readonly [first: string, next: string];
};

export function Pager({ path, filter = {}, cursor, nextCursor, labels }: PagerProps) {
  if (!cursor && !nextCursor) return null;
  const [first, next] = labels ?? ["Newest", "Older"];
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      {cursor ? (
        <ButtonLink href={hrefTo(path, filter)} variant="outline" size="sm">
          {first}
        </ButtonLink>
      ) : (
        <span />
      )}
      {nextCursor ? (
        <ButtonLink
          href={hrefTo(path, { ...filter, cursor: nextCursor })}
          variant="outline"
          size="sm"
        >
          {next}
        </ButtonLink>
      ) : null}
    </nav>
  );
}

export function PageSkeleton({ width, children }: PageProps) {
  return (
    <Page width={width}>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="mb-6 grid grid-cols-1 gap-2 sm:mb-8">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-4 w-80 max-w-full" />
      </div>
      {children}
    </Page>
  );
}

type ListSkeletonProps = { rows?: number; width?: keyof typeof WIDTHS };

export function ListSkeleton({ rows = 4, width }: ListSkeletonProps) {
  return (
    <PageSkeleton width={width}>
      <Card className="divide-y">
        {[...Array(rows).keys()].map((row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-4 sm:px-6">
            <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-3 w-64 max-w-full" />
            </div>
            <Skeleton className="h-5 w-16 rounded-full" />
          </div>
        ))}
      </Card>
    </PageSkeleton>
  );
}

export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden
      data-slot="skeleton"
      className={cn("animate-pulse rounded-md bg-muted", className)}
      {...props}
    />
  );
}
