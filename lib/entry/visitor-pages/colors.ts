import type { PageContent } from "#lib/domain/forms/page/page-schema";

/** Plain colors instead of `light-dark()`, because visitors use browsers of any age. */
const LIGHT = `--bg:#f9fafc;--fg:#131823;--card:#fff;--muted:#565c68;--line:#e0e2e6;--edge:#818690;
--blue:#2751b4;--deep:#1b409b;--onblue:#fbfcfe;--red:#b72028;--redbg:#fff2f1;--redline:#f6c2bd;--green:#166a3e;--greenbg:#e1f7e7;--tint:#e8edf7;--stamp:#d9494a`;
const DARK = `--bg:#0c0e12;--fg:#ebedf1;--card:#13161a;--muted:#a2a6af;--line:#272b31;--edge:#666c77;
--blue:#81a8f8;--deep:#98baff;--onblue:#081123;--red:#f7817f;--redbg:#2b1818;--redline:#773736;--green:#66cf8f;--greenbg:#152c1e;--tint:#1f252f;--stamp:#d9726f`;

type Color = readonly [red: number, green: number, blue: number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

/** The backgrounds that an accent is read on, and the color of text on it. */
const SCHEMES = {
  light: { backgrounds: ["#f9fafc", "#ffffff"], text: "#fbfcfe", towards: BLACK },
  dark: { backgrounds: ["#0c0e12", "#13161a"], text: "#081123", towards: WHITE },
} as const;

/** WCAG 2.2 AA, for text of any size. */
const MIN_CONTRAST = 4.5;
const STEPS = 50;

function toColor(hex: string): Color {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function toHex(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = toColor(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * An accent color that can be read as text and behind the text of a button, and a stronger one for hovering.
 *
 * @param accent - `#rrggbb`; mixed with black or white until its contrast is enough
 */
export function readableAccent(accent: string, scheme: keyof typeof SCHEMES) {
  const { backgrounds, text, towards } = SCHEMES[scheme];
  const isReadable = (hex: string) =>
    [...backgrounds, text].every((other) => contrastOf(hex, other) >= MIN_CONTRAST);
  let color = toColor(accent);
  for (let step = 1; step <= STEPS && !isReadable(toHex(color)); step += 1)
    color = mix(toColor(accent), towards, step / STEPS);
  return { color: toHex(color), strong: toHex(mix(color, towards, 0.2)), text };
}

function accentStyles(accent: string | null, scheme: keyof typeof SCHEMES): string {
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
