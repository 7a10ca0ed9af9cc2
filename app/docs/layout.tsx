import { Menu } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { CodeActions, CodeColors } from "#components/docs/code-actions";
import { CurrentSection } from "#components/docs/current-section.ts";
import { DocsNav } from "#components/docs/docs-nav";
import { BrandMark, ProductBrand } from "#components/shell/brand";
import { THEME_ICONS } from "#components/shell/theme-icons";
import { ThemeSwitch } from "#components/shell/theme-switch";
import { Button, ButtonLink } from "#components/ui/button";
import { navigation } from "#lib/entry/docs/navigation";
import { viewerTheme } from "../preferences";
import "./docs.css";
import "./guide.css";
import "./reference.css";

const NAV_ID = "docs-nav";

/** Frames the guides and the reference. Everything but search and copying works without scripts. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const theme = await viewerTheme();
  return (
    <>
      <header className="sticky top-8 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 sm:gap-3 sm:px-6">
        <Button variant="outline" size="sm" popoverTarget={NAV_ID} className="lg:hidden">
          <Menu aria-hidden />
          Menu
        </Button>
        <Link href="/" prefetch={false} className="rounded-md">
          <span className="sr-only">To the dashboard of </span>
          <span className="hidden sm:block">
            <ProductBrand />
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
      <div className="lg:flex">
        <DocsNav id={NAV_ID} groups={navigation()} />
        <main id="content" tabIndex={-1} className="docs min-w-0 flex-1">
          {children}
        </main>
      </div>
      <CodeActions />
      <CodeColors />
      <CurrentSection />
    </>
  );
}
