import { Monitor, Moon, Sun } from "lucide-react";

/** Drawn on the server: pages load no code for them. */
export const THEME_ICONS = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};
