import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { Finding } from "#lib/domain/intake/schema";

const SEVERITY = {
  error: { Icon: CircleAlert, look: "text-destructive", word: "Losing messages" },
  warning: { Icon: TriangleAlert, look: "text-warning", word: "Needs attention" },
  note: { Icon: Info, look: "text-muted-foreground", word: "Worth knowing" },
} as const;

/** The page where each finding is fixed, and its name; null for problems on the owner’s website. */
const PLACES: Readonly<Record<Finding["section"], readonly [path: string, name: string] | null>> = {
  messages: ["/inbox?formId={id}", "messages"],
  settings: ["/forms/{id}/settings", "Settings"],
  recipients: ["/recipients", "Recipients"],
  fields: ["/forms/{id}/form", "Fields"],
  spam_protection: ["/forms/{id}/settings/spam", "Spam protection"],
  routing: ["/forms/{id}/notify/routing", "Routing"],
  auto_reply: ["/forms/{id}/notify/auto-reply", "Auto-reply"],
  webhook: ["/forms/{id}/integrations/webhook", "Webhook"],
  destinations: ["/forms/{id}/integrations", "Integrations"],
  usage: ["/usage", "Usage"],
  website: null,
};

const NOTIFY = ["/forms/{id}/notify", "Notify"] as const;

type FindingListProps = { formId: string; findings: readonly Finding[] };

/** Lists the form doctor’s findings, with links to fix them. */
export function FindingList({ formId, findings }: FindingListProps) {
  return (
    <ul className="divide-y border-t">
      {findings.map((finding, index) => (
        <FindingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule may find several things
          key={index}
          formId={formId}
          finding={finding}
        />
      ))}
    </ul>
  );
}

function FindingRow({ formId, finding }: { formId: string; finding: Finding }) {
  const { Icon, look, word } = SEVERITY[finding.severity];
  const place = finding.id === "no_one_notified" ? NOTIFY : PLACES[finding.section];
  return (
    <li className="flex gap-3 px-4 py-4 sm:px-6">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className="text-pretty break-words">
          <span className="sr-only">{word}: </span>
          {finding.what}
        </p>
        <p className="mt-1 text-pretty break-words text-muted-foreground">
          {finding.fix}{" "}
          {place ? (
            <Link href={place[0].replace("{id}", formId)} className="link whitespace-nowrap">
              Open {place[1]}
            </Link>
          ) : null}
        </p>
      </div>
    </li>
  );
}
