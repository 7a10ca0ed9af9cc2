import {
  Activity,
  Archive,
  Code,
  Download,
  FileText,
  Fingerprint,
  KeyRound,
  Layers,
  ListChecks,
  LogOut,
  Mail,
  Monitor,
  Moon,
  PanelTop,
  Plus,
  Reply,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  Split,
  Sun,
  Trash2,
  UserPlus,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { PaletteCommand } from "#components/shell/palette-state.ts";
import { WELCOME, WORK, WORKSPACE } from "#components/shell/places.ts";
import { signOut } from "#components/shell/sign-out";
import { applyTheme } from "#components/shell/theme-switch";
import type { FormName } from "#lib/forms/forms";

export const PAGES: readonly PaletteCommand[] = [
  ...WORK,
  { href: "/inbox?unread=true", label: "Unread messages", Icon: Mail, words: ["new", "inbox"] },
  { href: "/inbox?folder=archive", label: "Archive", Icon: Archive, words: ["done"] },
  { href: "/inbox?folder=spam", label: "Spam", Icon: ShieldAlert, words: ["junk", "honeypot"] },
  { href: "/inbox?folder=all", label: "All messages", Icon: Layers, words: ["folders"] },
  ...WORKSPACE,
  {
    href: "/settings/security",
    label: "Account and security",
    Icon: Fingerprint,
    words: ["password", "two-step", "2fa", "authenticator", "passkeys", "sessions", "devices"],
  },
  {
    href: "/settings/members",
    label: "Members",
    Icon: UsersRound,
    words: ["people", "team", "invite", "roles", "users"],
  },
  {
    href: "/settings/data",
    label: "Data and privacy",
    Icon: ShieldCheck,
    words: ["person", "gdpr", "forget"],
  },
  {
    href: "/settings/audit",
    label: "Audit log",
    Icon: Activity,
    words: ["history", "security", "who"],
    isForOwners: true,
  },
  WELCOME,
];

const PLACES_TO_ACT: readonly PaletteCommand[] = [
  { href: "/forms/new", label: "Create a form", Icon: Plus, words: ["new", "add"] },
  {
    href: "/tokens/new",
    label: "Create an API token",
    Icon: KeyRound,
    words: ["new", "add", "key"],
    isForOwners: true,
  },
  { href: "/recipients", label: "Add a recipient", Icon: UserPlus, words: ["new", "email"] },
  {
    href: "/settings/data",
    label: "Export everything",
    Icon: Download,
    words: ["data", "download", "backup", "zip"],
    isRare: true,
    isForOwners: true,
  },
  {
    href: "/settings/data",
    label: "Export or delete a person’s data",
    Icon: ShieldCheck,
    words: ["delete", "forget", "gdpr", "privacy"],
    isRare: true,
  },
  {
    href: "/settings/security",
    label: "Change password",
    Icon: KeyRound,
    words: ["account", "security"],
    isRare: true,
  },
  {
    href: "/settings/security",
    label: "Change email",
    Icon: Mail,
    words: ["address", "account"],
    isRare: true,
  },
  {
    href: "/settings/delete",
    label: "Delete workspace",
    Icon: Trash2,
    words: ["remove", "close", "account"],
    isRare: true,
    isForOwners: true,
  },
];

const THEMES = [
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
  { theme: "system", label: "Match system theme", Icon: Monitor },
] as const;

const THEME_ACTIONS = THEMES.map(({ theme, label, Icon }) => ({
  label,
  Icon,
  words: ["mode", "appearance"],
  run: () => applyTheme(theme),
}));

const SIGN_OUT = {
  label: "Sign out",
  Icon: LogOut,
  words: ["log", "leave"],
  run: () => void signOut(),
};

export const ACTIONS: readonly PaletteCommand[] = [...PLACES_TO_ACT, ...THEME_ACTIONS, SIGN_OUT];

const FORM_SECTIONS = [
  { path: "/install", section: "Install", Icon: Code, words: ["snippet", "html", "embed"] },
  {
    path: "/fields",
    section: "Fields",
    Icon: ListChecks,
    words: ["labels", "required", "template", "builder"],
  },
  {
    path: "/page",
    section: "Page",
    Icon: PanelTop,
    words: ["hosted", "thank", "color", "language", "opt-in"],
  },
  {
    path: "/settings",
    section: "Settings",
    Icon: SlidersHorizontal,
    words: ["origins", "redirect", "uploads", "retention", "delete"],
  },
  {
    path: "/spam-protection",
    section: "Spam protection",
    Icon: ShieldCheck,
    words: ["turnstile", "widget", "captcha"],
  },
  { path: "/routing", section: "Routing", Icon: Split, words: ["rules"] },
  { path: "/auto-reply", section: "Auto-reply", Icon: Reply, words: ["autoresponder", "response"] },
  { path: "/webhook", section: "Webhook", Icon: Webhook, words: ["deliveries", "events"] },
  {
    path: "/diagnostics",
    section: "Diagnostics",
    Icon: Activity,
    words: ["rejected", "doctor", "why", "missing"],
  },
] as const;

const FORM_WORDS = ["form"];

export const listForms = (forms: readonly FormName[]): PaletteCommand[] =>
  forms.map(({ id, name }) => ({
    label: name,
    Icon: FileText,
    words: FORM_WORDS,
    href: `/forms/${id}`,
  }));

export const listFormSections = (forms: readonly FormName[]): PaletteCommand[] =>
  forms.flatMap(({ id, name }) =>
    FORM_SECTIONS.map(({ path, ...section }) => ({
      ...section,
      label: name,
      href: `/forms/${id}${path}`,
    })),
  );
