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

export const WORKSPACE: readonly Place[] = [
  { href: "/tokens", label: "API tokens", Icon: KeyRound, isForOwners: true },
  { href: "/docs", label: "Documentation", Icon: BookOpen },
  { href: "/usage", label: "Usage and plan", Icon: ChartColumn },
  { href: "/test-inbox", label: "Test inbox", Icon: FlaskConical },
  { href: "/settings", label: "Settings", Icon: Settings },
];

/** Shown to people in OPERATOR_EMAILS. */
export const OPERATOR: Place = { href: "/operator", label: "Service status", Icon: Gauge };
