import { ButtonLink } from "#components/ui/button";

type PagerProps = {
  /** Where the list begins, when this page is not its first. */
  firstHref: string | null;
  /** Where older entries are; null at the end. */
  olderHref: string | null;
};

/** Keyset paging: back to the newest, or on to older ones. */
export function Pager({ firstHref, olderHref }: PagerProps) {
  if (!firstHref && !olderHref) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      {firstHref ? (
        <ButtonLink href={firstHref} variant="outline" size="sm">
          Newest
        </ButtonLink>
      ) : (
        <span />
      )}
      {olderHref ? (
        <ButtonLink href={olderHref} variant="outline" size="sm">
          Older
        </ButtonLink>
      ) : null}
    </nav>
  );
}
