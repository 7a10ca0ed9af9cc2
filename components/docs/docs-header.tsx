import Link from "next/link";
import { Brand, BrandMark } from "#components/shell/brand";
import type { Theme } from "#components/shell/preferences";
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

const LANGUAGES = [
  { id: "snippets-curl", label: "curl" },
  { id: "snippets-fetch", label: "JavaScript" },
] as const;

/** Picks the language of all requests on the page. Plain radio buttons; CSS does the rest. */
function SnippetSwitch() {
  return (
    <fieldset className="inline-flex h-8 items-center gap-0.5 rounded-md border bg-card p-0.5">
      <legend className="sr-only">Request language</legend>
      {LANGUAGES.map(({ id, label }, index) => (
        <label
          key={id}
          className="relative flex h-full items-center rounded-sm px-2.5 text-xs font-medium text-muted-foreground hover:text-foreground has-checked:bg-accent has-checked:text-accent-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring"
        >
          <input
            id={id}
            type="radio"
            name="snippets"
            defaultChecked={index === 0}
            className="absolute inset-0 opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
