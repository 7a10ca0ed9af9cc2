import {
  Activity,
  Bell,
  Code,
  ListChecks,
  PanelTop,
  Reply,
  ShieldCheck,
  SlidersHorizontal,
  Split,
  Webhook,
} from "lucide-react";

type FormPlace = { path: string; label: string };

/** The tabs of a form, as paths within the form’s path, with their pages if there are several. */
export const FORM_TABS: readonly (FormPlace & { sections?: readonly FormPlace[] })[] = [
  { path: "", label: "Messages" },
  { path: "/form", label: "Form" },
  { path: "/install", label: "Install" },
  {
    path: "/notify",
    label: "Notify",
    sections: [
      { path: "/notify", label: "Recipients" },
      { path: "/notify/routing", label: "Routing" },
      { path: "/notify/auto-reply", label: "Auto-reply" },
    ],
  },
  { path: "/integrations", label: "Integrations" },
  {
    path: "/settings",
    label: "Settings",
    sections: [
      { path: "/settings", label: "General" },
      { path: "/settings/spam", label: "Spam protection" },
    ],
  },
];

/** The pages of a form besides its messages, by the names that people look for. */
export const FORM_PAGES = [
  { path: "/install", label: "Install", Icon: Code, words: ["snippet", "html", "embed"] },
  {
    path: "/form",
    label: "Fields",
    Icon: ListChecks,
    words: ["labels", "required", "template", "builder"],
  },
  {
    path: "/form#page",
    label: "Page",
    Icon: PanelTop,
    words: ["hosted", "thank", "color", "logo", "language", "opt-in"],
  },
  {
    path: "/notify",
    label: "Notify",
    Icon: Bell,
    words: ["recipients", "notifications", "subject", "emails"],
  },
  { path: "/notify/routing", label: "Routing", Icon: Split, words: ["rules", "notify"] },
  {
    path: "/notify/auto-reply",
    label: "Auto-reply",
    Icon: Reply,
    words: ["autoresponder", "response", "notify"],
  },
  {
    path: "/integrations",
    label: "Integrations",
    Icon: Webhook,
    words: [
      ...["webhook", "destinations", "deliveries", "events"],
      ...["slack", "discord", "teams", "telegram", "sheets"],
    ],
  },
  {
    path: "/settings",
    label: "Settings",
    Icon: SlidersHorizontal,
    words: ["name", "redirect", "uploads", "retention", "delete"],
  },
  {
    path: "/settings/spam",
    label: "Spam protection",
    Icon: ShieldCheck,
    words: ["settings", "turnstile", "widget", "captcha", "origins", "honeypot"],
  },
  {
    path: "/diagnostics",
    label: "Diagnostics",
    Icon: Activity,
    words: ["rejected", "doctor", "why", "missing"],
  },
] as const;
