import { cn } from "#components/ui/cn";
import { countOf, formatCount } from "#lib/core/count";
import type { ErasedCounts, KeptData } from "#lib/submissions/inbox-schema";

/** What data requests count, with its label and its noun. */
const KINDS = {
  forms: ["Forms", "form", "forms"],
  messages: ["Messages", "message", "messages"],
  files: ["Files", "file", "files"],
  mails: ["Emails about them", "email", "emails"],
  events: ["Webhook events", "webhook event", "webhook events"],
  capturedMails: ["Copies in the test inbox", "test inbox copy", "test inbox copies"],
} as const;

export function PersonCounts({ counts }: { counts: ErasedCounts }) {
  const names = ["messages", "files", "mails", "events", "capturedMails"] as const;
  return (
    <dl className="tabular grid divide-y">
      {names.map((name) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-muted-foreground">{KINDS[name][0]}</dt>
          <dd className="font-medium">{formatCount(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The counts above zero as text, in the order of the table: "3 messages, 1 file". */
export function countsInWords(counts: Partial<Record<keyof typeof KINDS, number>>): string {
  const words = Object.entries(KINDS).flatMap(([name, [, one, many]]) => {
    const count = counts[name as keyof typeof KINDS] ?? 0;
    return count > 0 ? [countOf(count, one, many)] : [];
  });
  return words.length > 0 ? words.join(", ") : "nothing";
}

type SentenceListProps = { sentences: readonly string[]; className?: string };

export function SentenceList({ sentences, className }: SentenceListProps) {
  return (
    <ul className={cn("grid list-disc gap-1 pl-4", className)}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** What a deletion keeps, and why. */
export function keptSentences({ mentions, hasOptedOut, isTeamAddress }: KeptData): string[] {
  return [
    ...(mentions > 0
      ? [
          `${countOf(mentions, "message")} ${mentions === 1 ? "mentions" : "mention"} the address within other text. Search the inbox to review ${mentions === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...(hasOptedOut
      ? ["The person’s opt-out from auto-replies is kept as a hash, without the address."]
      : []),
    ...(isTeamAddress ? ["The address remains a recipient or member of this workspace."] : []),
  ];
}
