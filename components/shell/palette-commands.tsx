import { defaultFilter } from "cmdk";
import {
  Activity,
  Archive,
  Download,
  FileText,
  Fingerprint,
  KeyRound,
  Layers,
  LogOut,
  Mail,
  Monitor,
  Moon,
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
import type { PaletteCommand } from "#components/shell/palette-state";
import { type Place, WELCOME, WORK, WORKSPACE } from "#components/shell/places";
import { signOut } from "#components/shell/sign-out";
import { applyTheme } from "#components/shell/theme-switch";
import type { FormName } from "#lib/forms/forms";

const OTHER_NAMES: Readonly<Record<string, string[]>> = {
  "/inbox": ["messages"],
  "/recipients": ["people", "notifications"],
  "/tokens": ["keys", "secrets"],
  "/docs": ["api reference", "guides", "openapi", "endpoints", "help"],
  "/usage": ["billing", "allowance", "statistics", "storage"],
  "/test-inbox": ["email", "captured", "mail"],
  "/settings": ["workspace", "account", "email"],
  "/welcome": ["onboarding", "help", "start"],
};

const named = (place: Place): PaletteCommand => ({
  ...place,
  words: OTHER_NAMES[place.href] ?? [],
});

const PAGES: readonly PaletteCommand[] = [
  ...WORK.map(named),
  { href: "/inbox?unread=true", label: "Unread messages", Icon: Mail, words: ["new", "inbox"] },
  { href: "/inbox?folder=archive", label: "Archive", Icon: Archive, words: ["done"] },
  { href: "/inbox?folder=spam", label: "Spam", Icon: ShieldAlert, words: ["junk", "honeypot"] },
  { href: "/inbox?folder=all", label: "All messages", Icon: Layers, words: ["folders"] },
  ...WORKSPACE.map(named),
  {
    href: "/settings/security",
    label: "Security",
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
  named(WELCOME),
];

const ACTIONS: readonly PaletteCommand[] = [
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
    href: "/settings",
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

const FORM_SECTIONS = [
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
    path: "/activity",
    section: "Activity",
    Icon: Activity,
    words: ["rejected", "doctor", "why", "missing"],
  },
] as const;

const FORM_WORDS = ["form"];

const listForms = (forms: readonly FormName[]): PaletteCommand[] =>
  forms.map(({ id, name }) => ({
    label: name,
    Icon: FileText,
    words: FORM_WORDS,
    href: `/forms/${id}`,
  }));

const listFormSections = (forms: readonly FormName[]): PaletteCommand[] =>
  forms.flatMap(({ id, name }) =>
    FORM_SECTIONS.map(({ path, ...section }) => ({
      ...section,
      label: name,
      href: `/forms/${id}${path}`,
    })),
  );

/** By upper case, where a Turkish ı is an I. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
}

/** Below this, cmdk has matched letters scattered over the name. */
const MIN_SCORE = 0.15;

/**
 * The best matches by cmdk's own score, ignoring accents. Scored here and not in the list, because a
 * workspace may have hundreds of forms and cmdk would render an element for each of their pages.
 */
export function findCommands(
  commands: readonly PaletteCommand[],
  search: string,
  max = commands.length,
): { best: number; commands: readonly PaletteCommand[] } {
  if (search === "") return { best: 0, commands: commands.slice(0, max) };
  const typed = fold(search);
  const found = commands
    .map((command) => ({ command, score: scoreOf(command, typed) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
  return {
    best: found[0]?.score ?? 0,
    commands: found.slice(0, max).map(({ command }) => command),
  };
}

function scoreOf({ label, section, words = [] }: PaletteCommand, typed: string): number {
  const name = fold(section ? `${label} ${section}` : label);
  const keywords = words.map(fold);
  // cmdk finds letters in order only; people type words in any order.
  return Math.min(...typed.split(/\s+/).map((word) => defaultFilter(name, word, keywords)));
}

/** Shown of each group; a longer search narrows it down. */
const MAX_SHOWN = 8;

export type CommandGroup = { heading: string; commands: readonly PaletteCommand[] };

type PaletteContents = {
  forms: readonly FormName[];
  pageCommands: readonly PaletteCommand[];
  isOwner: boolean;
};

/** What the palette lists for a search, best group first. */
export function groupCommands(
  search: string,
  { forms, pageCommands, isOwner }: PaletteContents,
): CommandGroup[] {
  const group = (heading: string, commands: readonly PaletteCommand[], max?: number) => {
    const listed = commands.filter(
      ({ isRare, isForOwners }) => (search || !isRare) && (isOwner || !isForOwners),
    );
    return { heading, ...findCommands(listed, search, max) };
  };
  const thisPage = group("This page", pageCommands);
  const pages = group("Pages", PAGES);
  const formGroup = group("Forms", listForms(forms), MAX_SHOWN);
  return [
    // A search for "archive" means the folder rather than the command.
    ...(search ? [pages, thisPage] : [thisPage, pages]),
    group("Actions", [...ACTIONS, ...THEME_ACTIONS, SIGN_OUT]),
    formGroup,
    ...(search && formGroup.commands.length === 0
      ? [group("Form pages", listFormSections(forms), MAX_SHOWN)]
      : []),
  ]
    .filter(({ commands }) => commands.length > 0)
    .sort((a, b) => b.best - a.best);
}
