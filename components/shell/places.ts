import {
  BookOpen,
  ChartColumn,
  Compass,
  FileText,
  FlaskConical,
  Gauge,
  Inbox,
  KeyRound,
  type LucideIcon,
  Send,
  Settings,
  Users,
} from "lucide-react";

export type Place = {
  href: string;
  label: string;
  Icon: LucideIcon;
  /** Other words that find it in the palette. */
  words?: readonly string[];
  /** Members don’t see it. */
  isForOwners?: true;
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
