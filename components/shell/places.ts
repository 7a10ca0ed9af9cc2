import {
  Activity,
  BookOpen,
  ChartColumn,
  Code,
  Compass,
  FileText,
  Fingerprint,
  FlaskConical,
  Gauge,
  Inbox,
  KeyRound,
  ListChecks,
  PanelTop,
  Reply,
  Send,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Split,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { PaletteCommand } from "#components/shell/palette-state.ts";

export type Place = Pick<PaletteCommand, "label" | "Icon" | "words" | "isForOwners"> & {
  href: string;
};

export const WELCOME: Place = {
  href: "/welcome",
  label: "Get started",
  Icon: Compass,
  words: ["onboarding", "help", "start"],
};

export const WORK: readonly Place[] = [
  { href: "/inbox", label: "Inbox", Icon: Inbox, words: ["messages"] },
  { href: "/forms", label: "Forms", Icon: FileText },
  { href: "/recipients", label: "Recipients", Icon: Users, words: ["people", "notifications"] },
  { href: "/deliveries", label: "Deliveries", Icon: Send },
];

const TEST_INBOX: Place = {
  href: "/test-inbox",
  label: "Test inbox",
  Icon: FlaskConical,
  words: ["email", "captured", "mail"],
};

export const WORKSPACE: readonly Place[] = [
  {
    href: "/tokens",
    label: "API tokens",
    Icon: KeyRound,
    isForOwners: true,
    words: ["keys", "secrets"],
  },
  {
    href: "/docs",
    label: "Documentation",
    Icon: BookOpen,
    words: ["api reference", "guides", "openapi", "endpoints", "help"],
  },
  {
    href: "/usage",
    label: "Usage",
    Icon: ChartColumn,
    words: ["billing", "allowance", "statistics", "storage"],
  },
  TEST_INBOX,
  { href: "/settings", label: "Settings", Icon: Settings, words: ["workspace", "account", "name"] },
];

/** The pages of the settings besides the workspace’s own. */
export const SETTINGS_PAGES: readonly Place[] = [
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
];

/** The pages of a form besides its overview, whose path theirs follow. */
export const FORM_PAGES = [
  { path: "/install", label: "Install", Icon: Code, words: ["snippet", "html", "embed"] },
  {
    path: "/fields",
    label: "Fields",
    Icon: ListChecks,
    words: ["labels", "required", "template", "builder"],
  },
  {
    path: "/page",
    label: "Page",
    Icon: PanelTop,
    words: ["hosted", "thank", "color", "language", "opt-in"],
  },
  {
    path: "/settings",
    label: "Settings",
    Icon: SlidersHorizontal,
    words: ["origins", "redirect", "uploads", "retention", "delete"],
  },
  {
    path: "/spam-protection",
    label: "Spam protection",
    Icon: ShieldCheck,
    words: ["turnstile", "widget", "captcha"],
  },
  { path: "/routing", label: "Routing", Icon: Split, words: ["rules"] },
  { path: "/auto-reply", label: "Auto-reply", Icon: Reply, words: ["autoresponder", "response"] },
  { path: "/webhook", label: "Webhook", Icon: Webhook, words: ["deliveries", "events"] },
  {
    path: "/destinations",
    label: "Destinations",
    Icon: Send,
    words: ["slack", "discord", "teams", "telegram", "sheets"],
  },
  {
    path: "/diagnostics",
    label: "Diagnostics",
    Icon: Activity,
    words: ["rejected", "doctor", "why", "missing"],
  },
] as const;

/** For those whom OPERATOR_EMAILS names. */
const OPERATOR: Place = { href: "/operator", label: "Service status", Icon: Gauge };

type Viewer = { isOwner: boolean; isOperator: boolean; isCaptured: boolean };

/**
 * Lists the places of the workspace in the navigation.
 *
 * @param viewer.isCaptured - whether emails are captured: otherwise the test inbox has nothing new
 */
export function listWorkspacePlaces({ isOwner, isOperator, isCaptured }: Viewer): Place[] {
  return [...WORKSPACE, ...(isOperator ? [OPERATOR] : [])].filter(
    (place) => (isOwner || !place.isForOwners) && (isCaptured || place !== TEST_INBOX),
  );
}
