import {
  Archive,
  Download,
  FileText,
  KeyRound,
  Layers,
  LogOut,
  Mail,
  Monitor,
  Moon,
  Plus,
  ShieldAlert,
  ShieldCheck,
  Sun,
  Trash2,
  UserPlus,
} from "lucide-react";
import { FORM_PAGES } from "#components/shell/form-places.ts";
import type { PaletteCommand } from "#components/shell/palette-state.ts";
import { WELCOME, WORK, WORKSPACE } from "#components/shell/places.ts";
import { signOut } from "#components/shell/sign-out";
import { applyTheme } from "#components/shell/theme-switch";
import type { FormName } from "#lib/domain/forms/forms";

export const PAGES: readonly PaletteCommand[] = [
  ...WORK,
  { href: "/inbox?unread=true", label: "Unread messages", Icon: Mail, words: ["new", "inbox"] },
  { href: "/inbox?folder=archive", label: "Archive", Icon: Archive, words: ["done"] },
  { href: "/inbox?folder=spam", label: "Spam", Icon: ShieldAlert, words: ["junk", "honeypot"] },
  { href: "/inbox?folder=all", label: "All messages", Icon: Layers, words: ["folders"] },
  ...WORKSPACE,
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

const FORM_WORDS = ["form"];

export const formCommands = (forms: readonly FormName[]): PaletteCommand[] =>
  forms.map(({ id, name }) => ({
    label: name,
    Icon: FileText,
    words: FORM_WORDS,
    href: `/forms/${id}`,
  }));

export const formSectionCommands = (forms: readonly FormName[]): PaletteCommand[] =>
  forms.flatMap(({ id, name }) =>
    FORM_PAGES.map(({ path, label, Icon, words }) => ({
      label: name,
      section: label,
      Icon,
      words,
      href: `/forms/${id}${path}`,
    })),
  );
