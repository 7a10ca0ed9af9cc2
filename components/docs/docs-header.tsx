import { Menu } from "lucide-react";
import Link from "next/link";
import { Brand, BrandMark } from "#components/shell/brand";
import type { Theme } from "#components/shell/preferences.ts";
import { THEME_ICONS } from "#components/shell/theme-icons";
import { ThemeSwitch } from "#components/shell/theme-switch";
import { Button, ButtonLink } from "#components/ui/button";

type DocsHeaderProps = {
  theme: Theme;
  /** The navigation, which a button opens on small screens. */
  navId: string;
};

export function DocsHeader({ theme, navId }: DocsHeaderProps) {
  return (
    <header className="sticky top-8 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 sm:gap-3 sm:px-6">
      <Button variant="outline" size="sm" popoverTarget={navId} className="lg:hidden">
        <Menu aria-hidden />
        Menu
      </Button>
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
      <Link
        href="/docs"
        prefetch={false}
        className="rounded-md font-medium text-muted-foreground hover:text-foreground"
      >
        Docs
      </Link>
      <div className="ml-auto flex items-center gap-2 sm:gap-3">
        <ButtonLink href="/" prefetch={false} variant="ghost" size="sm" className="max-sm:hidden">
          Dashboard
        </ButtonLink>
        <ThemeSwitch initial={theme} icons={THEME_ICONS} />
      </div>
    </header>
  );
}
