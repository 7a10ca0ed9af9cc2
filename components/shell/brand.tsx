import { ButtonLink } from "#components/ui/button";
import { cn } from "#components/ui/cn.ts";

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn("size-7 shrink-0", className)}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g
        fill="none"
        className="stroke-primary-foreground"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M16 7v8m-3.5-3 3.500 3.500 3.500-3.500" />
        <path d="M7 17h4.500c1 0 1.500.7 1.800 1.500.4 1 1.300 1.500 2.700 1.500s2.300-.5 2.700-1.500c.3-.8.8-1.500 1.800-1.500H25v5.500a2.500 2.500 0 0 1-2.500 2.500h-13A2.500 2.500 0 0 1 7 22.500z" />
      </g>
    </svg>
  );
}

export function ProductBrand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span className="font-semibold tracking-tight">Form Intake</span>
    </span>
  );
}

export function NotFoundView({ href, label }: { href: string; label: string }) {
  return (
    <div className="mx-auto flex min-h-[80dvh] max-w-md flex-col items-center justify-center px-6 py-16 text-center">
      <BrandMark className="mb-6 size-9" />
      <h1 className="text-xl font-semibold tracking-tight">Page not found</h1>
      <p className="mt-2 mb-6 text-pretty text-muted-foreground">
        The address may be wrong, or the page may have been deleted.
      </p>
      <ButtonLink href={href}>{label}</ButtonLink>
    </div>
  );
}

export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-[70] -translate-y-20 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
