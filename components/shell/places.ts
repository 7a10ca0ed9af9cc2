import {
  Activity,
  BellRing,
  BookOpen,
  Building2,
  ChartColumn,
  Compass,
  FileText,
  Fingerprint,
  FlaskConical,
  Gauge,
  Inbox,
  KeyRound,
  MessageSquareText,
  Palette,
  Send,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Users,
  UsersRound,
} from "lucide-react";
import type { PaletteCommand } from "#components/shell/palette-state.ts";

export type Place = Pick<PaletteCommand, "label" | "Icon" | "words" | "isForOwners"> & {
  href: string;
  /** Its label next to other sections of its tab, if that differs from `label`. */
  section?: string;
  /** Other paths for which it’s the current place. */
  also?: readonly string[];
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
  { href: "/deliveries", label: "Deliveries", Icon: Send },
];

const SETTINGS: Place = {
  href: "/settings",
  label: "Settings",
  section: "General",
  Icon: Settings,
  words: ["workspace", "account", "name"],
};

const DOCS: Place = {
  href: "/docs",
  label: "Docs",
  Icon: BookOpen,
  words: ["documentation", "api reference", "guides", "openapi", "endpoints", "help"],
};

const TEST_INBOX: Place = {
  href: "/test-inbox",
  label: "Test inbox",
  Icon: FlaskConical,
  words: ["email", "captured", "mail", "developers"],
};

type SettingsTab = { label: string; pages: readonly Place[] };

/** The tabs of the settings. A tab opens the first of its pages that the viewer may use. */
const SETTINGS_TABS: readonly SettingsTab[] = [
  {
    label: "Workspace",
    pages: [
      SETTINGS,
      {
        href: "/settings/saved-replies",
        label: "Saved replies",
        Icon: MessageSquareText,
        words: ["templates", "canned", "snippets", "placeholders"],
      },
    ],
  },
  {
    label: "People",
    pages: [
      {
        href: "/settings/members",
        label: "Members",
        Icon: UsersRound,
        words: ["people", "team", "invite", "roles", "users"],
      },
      { href: "/recipients", label: "Recipients", Icon: Users, words: ["people", "notifications"] },
      {
        href: "/settings/notifications",
        label: "Your notifications",
        Icon: BellRing,
        words: ["digest", "daily", "hourly", "email", "frequency"],
      },
    ],
  },
  {
    label: "Brand",
    pages: [
      {
        href: "/settings/brand",
        label: "Brand",
        Icon: Palette,
        isForOwners: true,
        words: ["logo", "color", "name", "look", "email", "sender"],
      },
    ],
  },
  {
    label: "Developers",
    pages: [
      {
        href: "/tokens",
        label: "API tokens",
        Icon: KeyRound,
        isForOwners: true,
        words: ["keys", "secrets", "developers"],
      },
      TEST_INBOX,
    ],
  },
  {
    label: "Usage",
    pages: [
      {
        href: "/usage",
        label: "Usage",
        Icon: ChartColumn,
        words: ["billing", "allowance", "statistics", "storage"],
      },
      {
        href: "/settings/spam",
        label: "Spam filter",
        Icon: ShieldAlert,
        words: ["junk", "bots", "words", "statistics"],
      },
    ],
  },
  {
    label: "Security",
    pages: [
      {
        href: "/settings/security",
        label: "Account and security",
        Icon: Fingerprint,
        words: ["password", "two-step", "2fa", "authenticator", "passkeys", "sessions", "devices"],
      },
      {
        href: "/settings/sign-in",
        label: "Company sign-in",
        Icon: Building2,
        isForOwners: true,
        words: ["sso", "oidc", "openid", "saml", "single sign-on", "provider", "keycloak", "entra"],
      },
    ],
  },
  {
    label: "Data",
    pages: [
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
    ],
  },
];

/** The pages of the settings. The palette finds each by its name. */
export const SETTINGS_PAGES = SETTINGS_TABS.flatMap(({ pages }) => pages);

/** Shown to operators, as listed in OPERATOR_EMAILS. */
const OPERATOR: Place = { href: "/operator", label: "Service status", Icon: Gauge };

type Viewer = {
  isOwner: boolean;
  /** Whether emails are captured. Otherwise, the test inbox gets nothing new. */
  isCaptured: boolean;
};

/** Lists the tabs of the settings that a viewer may use, with their pages. */
export function listSettingsTabs({ isOwner, isCaptured }: Viewer) {
  return SETTINGS_TABS.flatMap(({ label, pages }) => {
    const sections = pages.filter(
      (page) => (isOwner || !page.isForOwners) && (isCaptured || page !== TEST_INBOX),
    );
    const [first] = sections;
    const targets = sections.map(({ href, label: name, section = name }) => ({
      href,
      label: section,
    }));
    return first ? [{ href: first.href, label, sections: targets }] : [];
  });
}

/**
 * Returns the end of the navigation: the settings, which have pages under several paths, and the
 * documentation.
 */
export function listWorkspacePlaces(isOperator: boolean): Place[] {
  const also = SETTINGS_PAGES.map(({ href }) => href);
  return [{ ...SETTINGS, also }, DOCS, ...(isOperator ? [OPERATOR] : [])];
}

/**
 * The palette’s places outside of daily work, including those without their own link in the
 * navigation.
 */
export const WORKSPACE: readonly Place[] = [...SETTINGS_PAGES, DOCS];
