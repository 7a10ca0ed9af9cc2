import { ArrowLeft, ArrowRight } from "lucide-react";
import Link from "next/link";
import { neighbors } from "#lib/entry/docs/navigation";

type NeighborsProps = {
  href: string;
  markdownHref?: string;
};

export function Neighbors({ href, markdownHref }: NeighborsProps) {
  const { previous, next } = neighbors(href);
  return (
    <footer className="mt-14 border-t pt-6">
      <nav aria-label="Previous and next page" className="flex gap-4">
        {previous ? (
          <Link href={previous.href} prefetch={false} rel="prev" className="neighbor">
            <small>
              <ArrowLeft aria-hidden /> Previous
            </small>
            {previous.label}
          </Link>
        ) : null}
        {next ? (
          <Link href={next.href} prefetch={false} rel="next" className="neighbor ml-auto items-end">
            <small>
              Next <ArrowRight aria-hidden />
            </small>
            {next.label}
          </Link>
        ) : null}
      </nav>
      {markdownHref ? (
        <p className="mt-6 text-xs text-muted-foreground">
          <a href={markdownHref} className="underline underline-offset-4 hover:text-foreground">
            This page as Markdown
          </a>
        </p>
      ) : null}
    </footer>
  );
}
