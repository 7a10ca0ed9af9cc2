import { countOf, formatCount } from "#lib/core/count";
import type { ErasedCounts } from "#lib/submissions/inbox-schema";

const KINDS = [
  ["messages", "Messages"],
  ["files", "Files"],
  ["mails", "Emails about them"],
  ["events", "Webhook events"],
  ["capturedMails", "Copies in the test inbox"],
] as const satisfies readonly (readonly [keyof ErasedCounts, string])[];

export function PersonCounts({ counts }: { counts: ErasedCounts }) {
  return (
    <dl className="tabular grid divide-y">
      {KINDS.map(([name, label]) => (
        <div key={name} className="flex justify-between gap-4 py-1.5">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="font-medium">{formatCount(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The counts above zero as text: "3 messages, 1 file". */
export function countsInWords(counts: ErasedCounts): string {
  const words = [
    [counts.messages, "message"],
    [counts.files, "file"],
    [counts.mails, "email"],
    [counts.events, "webhook event"],
    [counts.capturedMails, "test inbox copy", "test inbox copies"],
  ] as const;
  const some = words.flatMap(([count, one, many]) =>
    count > 0 ? [countOf(count, one, many)] : [],
  );
  return some.length > 0 ? some.join(", ") : "nothing";
}

type Kept = { mentions: number; hasOptedOut: boolean; isTeamAddress: boolean };

/** What a deletion keeps, and why. */
export function keptSentences({ mentions, hasOptedOut, isTeamAddress }: Kept): string[] {
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
