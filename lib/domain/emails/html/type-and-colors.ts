/** The dashboard's colors (app/globals.css) in a form that email programs support. */
export const LIGHT = {
  background: "#f8f9fb",
  card: "#ffffff",
  foreground: "#171a22",
  muted: "#585e6c",
  border: "#e1e4ea",
  primary: "#3150ae",
  onPrimary: "#fcfcff",
  stamp: "#d9494a",
};
export const DARK = {
  background: "#0d0f14",
  card: "#14161c",
  foreground: "#ebedf2",
  muted: "#a3a8b4",
  border: "#2a2d36",
  primary: "#90a9f5",
  onPrimary: "#0b1024",
  stamp: "#d9726f",
};

export const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
