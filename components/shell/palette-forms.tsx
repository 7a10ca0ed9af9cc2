import {
  Activity,
  FileText,
  type LucideIcon,
  Reply,
  ShieldCheck,
  SlidersHorizontal,
  Split,
  Webhook,
} from "lucide-react";
import { type Entry, toEntry } from "#components/shell/palette-match";
import type { Step } from "#components/shell/palette-steps";
import type { FormName } from "#lib/forms/forms";

type FormPart = { path: string; part: string; Icon: LucideIcon; words: string[] };

const PARTS: readonly FormPart[] = [
  {
    path: "/settings",
    part: "Settings",
    Icon: SlidersHorizontal,
    words: ["origins", "redirect", "uploads", "retention", "delete"],
  },
  {
    path: "/spam-protection",
    part: "Spam protection",
    Icon: ShieldCheck,
    words: ["turnstile", "widget", "captcha"],
  },
  { path: "/routing", part: "Routing", Icon: Split, words: ["rules"] },
  { path: "/auto-reply", part: "Auto-reply", Icon: Reply, words: ["autoresponder", "answer"] },
  { path: "/webhook", part: "Webhook", Icon: Webhook, words: ["deliveries", "events"] },
  {
    path: "/activity",
    part: "Activity",
    Icon: Activity,
    words: ["refused", "doctor", "why", "missing"],
  },
];

export type FormEntries = { forms: readonly Entry<Step>[]; parts: readonly Entry<Step>[] };

/** The forms, and the pages of each: "contact web" is a page of Contact, "contact" none. */
export function formEntries(names: readonly FormName[]): FormEntries {
  const forms = names.map(({ id, name }) =>
    toEntry<Step>({ label: name, Icon: FileText, words: ["form"], href: `/forms/${id}` }),
  );
  const parts = names.flatMap(({ id, name }) =>
    PARTS.map(({ path, part, Icon, words }) =>
      toEntry<Step>({
        label: name,
        part,
        Icon,
        words: [part, ...words, "form"],
        href: `/forms/${id}${path}`,
      }),
    ),
  );
  return { forms, parts };
}
