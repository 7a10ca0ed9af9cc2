import Link from "next/link";
import { SnippetSwitch } from "#components/docs/snippet-switch";
import { Brand, BrandMark } from "#components/shell/brand";
import type { Theme } from "#components/shell/theme";
import { THEME_ICONS } from "#components/shell/theme-icons";
import { ThemeSwitch } from "#components/shell/theme-switch";
import { ButtonLink } from "#components/ui/button";

export function DocsHeader({ theme }: { theme: Theme }) {
  return (
    <header className="sticky top-8 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 sm:gap-3 sm:px-6">
      <Link href="/" prefetch={false} className="rounded-md">
        <span className="sr-only">To the dashboard of </span>
        <span className="hidden sm:block">
          <Brand />
        </span>
        <span className="sm:hidden">
          <BrandMark />
          <span className="sr-only">Form Intake</span>
        </span>
      </Link>
      <div className="ml-auto flex items-center gap-2 sm:gap-3">
        <ButtonLink href="/" prefetch={false} variant="ghost" size="sm" className="max-sm:hidden">
          Dashboard
        </ButtonLink>
        <SnippetSwitch />
        <ThemeSwitch initial={theme} icons={THEME_ICONS} />
      </div>
    </header>
  );
}
