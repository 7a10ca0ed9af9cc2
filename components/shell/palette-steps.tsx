import {
  Archive,
  Download,
  KeyRound,
  Layers,
  LogOut,
  type LucideIcon,
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
import { type Place, WELCOME, WORK, WORKSPACE } from "#components/shell/places";
import { applyTheme } from "#components/shell/theme-choice";
import { endToasts } from "#components/ui/toast";

/** Where the palette leads, or what it does. */
export type Step = {
  label: string;
  Icon: LucideIcon;
  /** What else one may call it. */
  words?: readonly string[];
  /** A part of what `label` names. */
  part?: string;
  /** What does the same without the palette. */
  keys?: string;
  /** Shown to who types for it only. */
  isRare?: boolean;
} & ({ href: string } | { run: () => void });

const OTHER_NAMES: Readonly<Record<string, string[]>> = {
  "/inbox": ["messages"],
  "/recipients": ["people", "notifications"],
  "/tokens": ["keys", "secrets"],
  "/docs": ["documentation", "openapi", "endpoints", "help"],
  "/usage": ["billing", "allowance", "statistics", "storage"],
  "/test-inbox": ["mail", "captured", "email"],
  "/settings": ["workspace", "account", "password", "email", "sessions", "devices"],
  "/welcome": ["onboarding", "help", "start"],
};

const named = (place: Place): Step => ({ ...place, words: OTHER_NAMES[place.href] ?? [] });

export const PAGES: readonly Step[] = [
  ...WORK.map(named),
  { href: "/inbox?unread=true", label: "Unread messages", Icon: Mail, words: ["new", "inbox"] },
  { href: "/inbox?folder=archive", label: "Archive", Icon: Archive, words: ["done"] },
  { href: "/inbox?folder=spam", label: "Spam", Icon: ShieldAlert, words: ["junk", "honeypot"] },
  { href: "/inbox?folder=all", label: "All messages", Icon: Layers, words: ["folders"] },
  ...WORKSPACE.map(named),
  {
    href: "/settings/data",
    label: "Data and privacy",
    Icon: ShieldCheck,
    words: ["person", "gdpr", "forget"],
  },
  named(WELCOME),
];

const DO: readonly Step[] = [
  { href: "/forms/new", label: "Create a form", Icon: Plus, words: ["new", "add"] },
  {
    href: "/tokens/new",
    label: "Create an API token",
    Icon: KeyRound,
    words: ["new", "add", "key"],
  },
  { href: "/recipients", label: "Add a recipient", Icon: UserPlus, words: ["new", "email"] },
  {
    href: "/settings/data",
    label: "Export all data",
    Icon: Download,
    words: ["download", "backup", "zip"],
    isRare: true,
  },
  {
    href: "/settings/data",
    label: "Export or erase a person’s data",
    Icon: ShieldCheck,
    words: ["delete", "forget", "gdpr", "privacy"],
    isRare: true,
  },
  {
    href: "/settings",
    label: "Change the password or address",
    Icon: KeyRound,
    words: ["email", "account", "security"],
    isRare: true,
  },
  {
    href: "/settings/delete",
    label: "Delete the workspace",
    Icon: Trash2,
    words: ["remove", "close", "account"],
    isRare: true,
  },
];

const THEMES = [
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
  { theme: "system", label: "Theme of the system", Icon: Monitor },
] as const;

/** What can be done from anywhere. */
export function actionsWith(signOut: () => Promise<void>): readonly Step[] {
  return [
    ...DO,
    ...THEMES.map(({ theme, label, Icon }) => ({
      label,
      Icon,
      words: ["mode", "appearance"],
      run: () => applyTheme(theme),
    })),
    {
      label: "Sign out",
      Icon: LogOut,
      words: ["log", "leave"],
      // What can still be taken back is done first: afterwards nobody may do it.
      run: () => void endToasts().then(signOut),
    },
  ];
}
