import { listOf } from "#components/inbox/descriptions.ts";
import { cn } from "#components/ui/cn.ts";
import { countOf, formatCount } from "#lib/core/count";
import type { ErasedCounts } from "#lib/domain/submissions/person/find-person";
import type { ErasureReceipt } from "#lib/domain/submissions/person/person-data";

const KINDS = [
  { name: "messages", one: "message", many: "messages" },
  { name: "files", one: "file", many: "files" },
  { name: "emails", one: "email", many: "emails" },
  { name: "events", one: "webhook event", many: "webhook events" },
  { name: "capturedEmails", one: "test inbox copy", many: "test inbox copies" },
] as const;

export function PersonCounts({ counts }: { counts: ErasedCounts }) {
  return (
    <dl className="tabular grid divide-y">
      {KINDS.map(({ name, many }) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-muted-foreground first-letter:uppercase">{many}</dt>
          <dd className="font-medium">{formatCount(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

const COUNTED = [{ name: "forms", one: "form", many: "forms" }, ...KINDS] as const;
type Counts = Partial<Record<(typeof COUNTED)[number]["name"], number>>;

/** The counts above zero as text, in a fixed order: "3 messages and 1 file". */
export function countsInWords(counts: Counts): string {
  const words = COUNTED.flatMap(({ name, one, many }) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [countOf(count, one, many)] : [];
  });
  return words.length > 0 ? listOf(words) : "nothing";
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

export function keptSentences(kept: ErasureReceipt["kept"]): string[] {
  const { mentions, hasOptedOut, isTeamAddress, isBlocked, isSafe } = kept;
  return [
    ...(mentions > 0
      ? [
          `${countOf(mentions, "message")} ${mentions === 1 ? "mentions" : "mention"} the address within other text. Search the inbox to review ${mentions === 1 ? "it" : "them"}.`,
        ]
      : []),
    ...(hasOptedOut
      ? ["The person’s opt-out from auto-replies is kept as a hash, without the address."]
      : []),
    ...(isBlocked
      ? [
          "The address stays on the block list. Unblock it under Spam protection in a form’s settings.",
        ]
      : []),
    ...(isSafe
      ? [
          "The address stays among the safe senders. Remove it under Spam protection in a form’s settings.",
        ]
      : []),
    ...(isTeamAddress ? ["The address remains a recipient or member of this workspace."] : []),
  ];
}
