import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { Finding } from "#lib/intake/schema";

const SEVERITY = {
  error: { Icon: CircleAlert, look: "text-destructive", word: "Messages are lost" },
  warning: { Icon: TriangleAlert, look: "text-warning", word: "Messages may be lost" },
  note: { Icon: Info, look: "text-muted-foreground", word: "Worth knowing" },
} as const;

type Place = { path: (formId: string) => string; label: string };

/** Where each finding is mended; nowhere here for what is on the owner's own pages. */
const PLACES: Readonly<Record<Finding["section"], Place | null>> = {
  settings: { path: (id) => `/forms/${id}/settings`, label: "Open the settings" },
  recipients: { path: () => "/recipients", label: "Open the recipients" },
  spam_protection: {
    path: (id) => `/forms/${id}/spam-protection`,
    label: "Open Spam protection",
  },
  routing: { path: (id) => `/forms/${id}/routing`, label: "Open Routing" },
  auto_reply: { path: (id) => `/forms/${id}/auto-reply`, label: "Open Auto-reply" },
  webhook: { path: (id) => `/forms/${id}/webhook`, label: "Open the webhook" },
  usage: { path: () => "/usage", label: "Open Usage and plan" },
  website: null,
};

export function FindingRow({ formId, finding }: { formId: string; finding: Finding }) {
  const { Icon, look, word } = SEVERITY[finding.severity];
  const place = PLACES[finding.section];
  return (
    <li className="flex gap-3 px-4 py-4 sm:px-6">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="min-w-0 flex-1">
        <p className="text-pretty break-words">
          <span className="sr-only">{word}: </span>
          {finding.what}
        </p>
        <p className="mt-1 text-pretty break-words text-muted-foreground">
          {finding.mend}{" "}
          {place ? (
            <Link href={place.path(formId)} className="link whitespace-nowrap">
              {place.label}
            </Link>
          ) : null}
        </p>
      </div>
    </li>
  );
}
