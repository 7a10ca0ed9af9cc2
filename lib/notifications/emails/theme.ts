import { html } from "#lib/core/html";

/** The dashboard's colors (app/globals.css) in a form email programs support. */
const LIGHT = {
  background: "#f8f9fb",
  card: "#ffffff",
  foreground: "#171a22",
  muted: "#585e6c",
  border: "#e1e4ea",
  primary: "#3150ae",
  onPrimary: "#fcfcff",
};
const DARK = {
  background: "#0d0f14",
  card: "#14161c",
  foreground: "#ebedf2",
  muted: "#a3a8b4",
  border: "#2a2d36",
  primary: "#90a9f5",
  onPrimary: "#0b1024",
};

/** Overrides for dark mode and phones. Programs without support use the inline styles. */
export const STYLE_SHEET = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.background} !important; }
  .card { background: ${DARK.card} !important; border-color: ${DARK.border} !important; }
  .text { color: ${DARK.foreground} !important; }
  .muted { color: ${DARK.muted} !important; }
  .rule { border-color: ${DARK.border} !important; }
  .link { color: ${DARK.primary} !important; }
  .button { background: ${DARK.primary} !important; color: ${DARK.onPrimary} !important; }
}
@media (max-width: 600px) {
  .frame { padding: 12px 0 !important; }
  .footer { padding: 16px 20px 0 !important; }
  .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; padding: 24px 20px !important; }
}
</style>`;

const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
/** Breaks anywhere, because a long word would make the email wider than the screen. */
const TEXT = `${FONT};font-size:15px;line-height:24px;margin:0;overflow-wrap:anywhere;color:${LIGHT.foreground}`;
const SMALL = `${TEXT};font-size:13px;line-height:20px;color:${LIGHT.muted}`;

/** Inline styles; a later property overrides an earlier one. */
export const STYLES = {
  page: `background:${LIGHT.background};margin:0;padding:0`,
  hidden: "display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0",
  frame: "max-width:560px;margin:0 auto;padding:40px 12px",
  card: `background:${LIGHT.card};border:1px solid ${LIGHT.border};border-radius:8px;padding:32px`,
  heading: `${TEXT};font-size:20px;line-height:28px;font-weight:600`,
  text: `${TEXT};margin-top:16px`,
  value: `${TEXT};white-space:pre-wrap`,
  empty: `${TEXT};color:${LIGHT.muted};font-style:italic`,
  note: `${SMALL};margin-top:8px`,
  label: `${SMALL};margin-top:20px`,
  linkNote: `${SMALL};margin-top:16px`,
  rule: `border:0;border-top:1px solid ${LIGHT.border};margin:28px 0 20px`,
  link: `color:${LIGHT.primary};text-decoration:underline;overflow-wrap:anywhere`,
  button: `display:inline-block;${FONT};font-size:15px;font-weight:600;line-height:24px;text-decoration:none;background:${LIGHT.primary};border-radius:8px;color:${LIGHT.onPrimary};padding:10px 20px`,
  footer: `${SMALL};font-size:12px;line-height:18px;padding:20px 32px 0`,
} as const;
