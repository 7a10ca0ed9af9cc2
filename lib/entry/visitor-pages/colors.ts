import { readableAccent, type Scheme } from "#lib/core/colors";
import type { PageContent } from "#lib/domain/forms/page/page-schema";

/** Plain colors instead of `light-dark()`, because visitors use browsers of any age. */
const LIGHT = `--bg:#f9fafc;--fg:#131823;--card:#fff;--muted:#565c68;--line:#e0e2e6;--edge:#818690;
--blue:#2751b4;--deep:#1b409b;--onblue:#fbfcfe;--red:#b72028;--redbg:#fff2f1;--redline:#f6c2bd;--green:#166a3e;--greenbg:#e1f7e7;--tint:#e8edf7;--stamp:#d9494a`;
const DARK = `--bg:#0c0e12;--fg:#ebedf1;--card:#13161a;--muted:#a2a6af;--line:#272b31;--edge:#666c77;
--blue:#81a8f8;--deep:#98baff;--onblue:#081123;--red:#f7817f;--redbg:#2b1818;--redline:#773736;--green:#66cf8f;--greenbg:#152c1e;--tint:#1f252f;--stamp:#d9726f`;

function accentStyles(accent: string | null, scheme: Scheme): string {
  if (accent === null) return "";
  const { color, strong } = readableAccent(accent, scheme);
  return `;--blue:${color};--deep:${strong}`;
}

export function colorStyles({ accent, theme }: Pick<PageContent, "accent" | "theme">): string {
  const light = `${LIGHT}${accentStyles(accent, "light")}`;
  const dark = `${DARK}${accentStyles(accent, "dark")}`;
  if (theme === "light") return `:root{color-scheme:light;${light}}\n`;
  if (theme === "dark") return `:root{color-scheme:dark;${dark}}\n`;
  return `:root{color-scheme:light dark;${light}}
@media(prefers-color-scheme:dark){:root{${dark}}}
`;
}
