type Color = readonly [red: number, green: number, blue: number];

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

/**
 * The backgrounds of pages and emails on which an accent color is read, and the color of text on
 * it.
 */
const SCHEMES = {
  light: { backgrounds: ["#f9fafc", "#f8f9fb", "#ffffff"], text: "#fbfcfe", towards: BLACK },
  dark: { backgrounds: ["#0c0e12", "#13161a", "#14161c"], text: "#081123", towards: WHITE },
} as const;

export type Scheme = keyof typeof SCHEMES;

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

/** Returns the relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = toColor(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Returns an accent color that is readable as text and as the background of a button's text, and a stronger
 * one for hovering.
 *
 * @param accent - `#rrggbb`; mixed with black or white until its contrast is enough
 */
export function readableAccent(accent: string, scheme: Scheme) {
  const { backgrounds, text, towards } = SCHEMES[scheme];
  const isReadable = (hex: string) =>
    [...backgrounds, text].every((other) => contrastOf(hex, other) >= MIN_CONTRAST);
  let color = toColor(accent);
  for (let step = 1; step <= STEPS && !isReadable(toHex(color)); step += 1)
    color = mix(toColor(accent), towards, step / STEPS);
  return { color: toHex(color), strong: toHex(mix(color, towards, 0.2)), text };
}
