import { Monitor, Moon, Sun } from "lucide-react";

/** Rendered on the server, so pages load no code for them. */
export const THEME_ICONS = {
  system: <Monitor aria-hidden />,
  light: <Sun aria-hidden />,
  dark: <Moon aria-hidden />,
};
