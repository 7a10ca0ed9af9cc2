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

const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Overrides for programs that support dark mode. Others use the inline styles. */
export const DARK_STYLES = `
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
}`;

/** Breaks anywhere, because a long word would make the email wider than the screen. */
const TEXT = {
  fontFamily: FONT,
  fontSize: "15px",
  lineHeight: "24px",
  margin: "0",
  overflowWrap: "anywhere",
} as const;

export const STYLES = {
  page: { background: LIGHT.background, margin: "0", padding: "0" },
  frame: { padding: "40px 12px" },
  container: { maxWidth: "560px", margin: "0 auto" },
  card: {
    background: LIGHT.card,
    border: `1px solid ${LIGHT.border}`,
    borderRadius: "8px",
    padding: "32px",
  },
  heading: {
    ...TEXT,
    color: LIGHT.foreground,
    fontSize: "20px",
    fontWeight: "600",
    lineHeight: "28px",
  },
  text: { ...TEXT, color: LIGHT.foreground, marginTop: "16px" },
  muted: { ...TEXT, color: LIGHT.muted, fontSize: "13px", lineHeight: "20px", marginTop: "8px" },
  label: {
    ...TEXT,
    color: LIGHT.muted,
    fontSize: "13px",
    lineHeight: "20px",
    marginTop: "20px",
  },
  value: { ...TEXT, color: LIGHT.foreground, whiteSpace: "pre-wrap" },
  empty: { ...TEXT, color: LIGHT.muted, fontStyle: "italic" },
  rule: { border: "0", borderTop: `1px solid ${LIGHT.border}`, margin: "28px 0 20px" },
  link: { color: LIGHT.primary, textDecoration: "underline", overflowWrap: "anywhere" },
  button: {
    background: LIGHT.primary,
    borderRadius: "8px",
    color: LIGHT.onPrimary,
    fontFamily: FONT,
    fontSize: "15px",
    fontWeight: "600",
    padding: "12px 20px",
  },
  footer: {
    ...TEXT,
    color: LIGHT.muted,
    fontSize: "12px",
    lineHeight: "18px",
    padding: "20px 32px 0",
  },
} as const;
