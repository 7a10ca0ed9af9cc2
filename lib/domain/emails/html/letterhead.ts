import { readableAccent } from "#lib/core/colors";
import { html, type Markup } from "#lib/core/html";
import { settings } from "#lib/core/settings/settings";
import { toUnlinkedName } from "#lib/core/unlinked";
import type { Look } from "#lib/domain/brand/look";
import { DARK, FONT, LIGHT } from "#lib/domain/emails/html/type-and-colors";

/** The parts of the owner's look that an email to a visitor shows. */
export type Letterhead = {
  /** The name of the business; empty if it's unknown, or looks like a link. */
  name: string;
  /**
   * The logo's URL, which email programs load; null without one. It's the same in all emails, so that loading it
   * reveals nothing.
   */
  logoUrl: string | null;
  /** `#rrggbb`, or null for our color. */
  accent: string | null;
  isBranded: boolean;
};

/** @param origin - where the logo is loaded from */
export function toLetterhead(
  { business, logo, page, isBranded }: Pick<Look, "business" | "logo" | "page" | "isBranded">,
  origin = settings().baseUrl,
): Letterhead {
  return {
    name: (business === null ? null : toUnlinkedName(business, 80)) ?? "",
    logoUrl: logo && origin + logo,
    accent: page.accent,
    isBranded,
  };
}

/** Returns the color of links and of buttons' backgrounds, and a button's text color. */
export function buttonColors(letterhead: Letterhead | undefined): { color: string; text: string } {
  if (!letterhead?.accent) return { color: LIGHT.primary, text: LIGHT.onPrimary };
  return readableAccent(letterhead.accent, "light");
}

/**
 * Returns the owner's styles for dark mode, and a light background for the logo, because most logos
 * are made for one.
 */
export function darkAccent({ accent, logoUrl }: Letterhead): Markup {
  const { color, text } = accent
    ? readableAccent(accent, "dark")
    : { color: DARK.primary, text: DARK.onPrimary };
  return html`
<style>
@media (prefers-color-scheme: dark) {
  .link { color: ${color} !important; }
  .button { background: ${color} !important; color: ${text} !important; }
  .blue { background: ${color} !important; }
${logoUrl !== null && "  .logo { background: #ffffff !important; padding: 4px !important; }\n"}}
</style>`;
}

const EDGE = "height:6px;font-size:0;line-height:6px";
const PLAIN_EDGE = "height:4px;font-size:0;line-height:4px";
const LOGO =
  "display:block;height:48px;width:auto;max-width:100%;object-fit:contain;object-position:0 50%;border-radius:2px";
const NAME = `${FONT};font-size:16px;line-height:24px;font-weight:600;margin:0 0 20px;overflow-wrap:anywhere;color:${LIGHT.foreground}`;

/** The number of pairs of a blue and a red stripe at the edge. */
const STRIPES = 8;

/**
 * Renders the edge of an airmail letter as cells of a table: many email programs don't show
 * gradients.
 */
function airmailEdge(color: string): Markup {
  const blue = html`<td class="blue" bgcolor="${color}">&nbsp;</td>`;
  const red = html`<td class="red" bgcolor="${LIGHT.stamp}">&nbsp;</td>`;
  const gap = html`<td>&nbsp;</td>`;
  const stripes = Array.from({ length: STRIPES }, () => [blue, gap, red, gap]).flat();
  return html`<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="${EDGE}"><tbody><tr>${stripes.slice(0, -1)}</tr></tbody></table>`;
}

/**
 * Renders the upper edge of an email: our airmail edge, or, for a branded letterhead, a line in its color.
 * Null if it has no color.
 */
export function topEdgeOf(letterhead: Letterhead | undefined): Markup | null {
  const { color } = buttonColors(letterhead);
  if (!letterhead?.isBranded) return airmailEdge(color);
  if (letterhead.accent === null) return null;
  return html`<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" style="${PLAIN_EDGE}"><tbody><tr><td class="blue" bgcolor="${color}">&nbsp;</td></tr></tbody></table>`;
}

/** Renders the logo, or else the name of the business. */
export function mastheadOf({ name, logoUrl }: Letterhead): Markup | null {
  if (logoUrl !== null)
    return html`<div dir="auto" class="text" style="${NAME}"><img class="logo" src="${logoUrl}" alt="${name}" height="48" style="${LOGO}"></div>`;
  return name === "" ? null : html`<p class="text" dir="auto" style="${NAME}">${name}</p>`;
}
