"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useState } from "react";
import type { Theme } from "#components/shell/theme";
import { cn } from "#components/ui/cn";

const CHOICES = [
  { theme: "system", label: "Follow the system", Icon: Monitor },
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
] as const;

/** What was chosen since the page was loaded; the server's answer is older than that. */
let chosen: Theme | null = null;

/** The server reads the cookie and draws the right page at once: no script, no flash. */
function applyTheme(theme: Theme): void {
  chosen = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  if (theme !== "system") classList.add(theme);
}

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [current, setCurrent] = useState<Theme>(() => chosen ?? initial);
  const name = useId();
  return (
    <fieldset className="inline-flex gap-0.5 rounded-md border bg-card p-0.5">
      <legend className="sr-only">Theme</legend>
      {CHOICES.map(({ theme, label, Icon }) => (
        <label
          key={theme}
          title={label}
          className={cn(
            "inline-flex size-7 items-center justify-center rounded-sm text-muted-foreground hover:text-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring",
            current === theme && "bg-accent text-accent-foreground",
          )}
        >
          <input
            type="radio"
            name={name}
            value={theme}
            checked={current === theme}
            onChange={() => {
              setCurrent(theme);
              applyTheme(theme);
            }}
            className="sr-only"
          />
          <Icon aria-hidden className="size-4" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
