import {
  Archive,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Plus,
  ShieldAlert,
  ShieldCheck,
  Sun,
  UserPlus,
} from "lucide-react";
import { WELCOME, WORK, WORKSPACE } from "#components/shell/places";
import { applyTheme } from "#components/shell/theme-choice";
import { CommandGroup, CommandItem } from "#components/ui/command";
import { endToasts } from "#components/ui/toast";

/** Where the palette leads, or what it does; `words`: what else one may call it. */
export type Step = { label: string; Icon: LucideIcon; words?: string[] } & (
  | { href: string }
  | { run: () => void }
);

export const PAGES: readonly Step[] = [
  ...WORK,
  { href: "/inbox?unread=true", label: "Unread messages", Icon: Mail },
  { href: "/inbox?folder=archive", label: "Archive", Icon: Archive },
  { href: "/inbox?folder=spam", label: "Spam", Icon: ShieldAlert },
  ...WORKSPACE,
  {
    href: "/settings/data",
    label: "Data and privacy",
    Icon: ShieldCheck,
    words: ["export", "erase", "person"],
  },
  WELCOME,
];

const CREATE: readonly Step[] = [
  { href: "/forms/new", label: "Create a form", Icon: Plus, words: ["new"] },
  { href: "/tokens/new", label: "Create an API token", Icon: KeyRound, words: ["new", "key"] },
  { href: "/recipients", label: "Add a recipient", Icon: UserPlus, words: ["new", "email"] },
];

const THEMES = [
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
  { theme: "system", label: "Theme of the system", Icon: Monitor },
] as const;

/** What can be done from anywhere. */
export function actionsWith(signOut: () => Promise<void>): readonly Step[] {
  return [
    ...CREATE,
    ...THEMES.map(({ theme, label, Icon }) => ({ label, Icon, run: () => applyTheme(theme) })),
    {
      label: "Sign out",
      Icon: LogOut,
      words: ["log out", "leave"],
      // What can still be taken back is done first: afterwards nobody may do it.
      run: () => void endToasts().then(signOut),
    },
  ];
}

type StepsProps = { heading: string; steps: readonly Step[]; take: (step: Step) => void };

export function Steps({ heading, steps, take }: StepsProps) {
  if (steps.length === 0) return null;
  return (
    <CommandGroup heading={heading}>
      {steps.map((step) => {
        const id = "href" in step ? step.href : step.label;
        return (
          <CommandItem
            key={id}
            value={`${step.label} ${id}`}
            keywords={step.words ?? []}
            onSelect={() => take(step)}
          >
            <step.Icon aria-hidden />
            <bdi className="truncate">{step.label}</bdi>
          </CommandItem>
        );
      })}
    </CommandGroup>
  );
}
