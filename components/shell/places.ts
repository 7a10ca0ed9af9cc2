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
  /** Members don’t see it. */
  isForOwners?: true;
};

export const WELCOME: Place = { href: "/welcome", label: "Get started", Icon: Compass };

export const WORK: readonly Place[] = [
  { href: "/inbox", label: "Inbox", Icon: Inbox },
  { href: "/forms", label: "Forms", Icon: FileText },
  { href: "/recipients", label: "Recipients", Icon: Users },
  { href: "/deliveries", label: "Deliveries", Icon: Send },
];

const TEST_INBOX: Place = { href: "/test-inbox", label: "Test inbox", Icon: FlaskConical };

export const WORKSPACE: readonly Place[] = [
  { href: "/tokens", label: "API tokens", Icon: KeyRound, isForOwners: true },
  { href: "/docs", label: "Documentation", Icon: BookOpen },
  { href: "/usage", label: "Usage", Icon: ChartColumn },
  TEST_INBOX,
  { href: "/settings", label: "Settings", Icon: Settings },
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
