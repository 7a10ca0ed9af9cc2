"use client";

import Link from "next/link";
import type { FormState } from "#components/form/form-state";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import type { Found, Receipt } from "./actions";
import { EraseButton } from "./erase-button";
import { ExportButton } from "./export-button";
import { keptSentences, PersonCounts } from "./person-counts";

type PersonFoundProps = {
  found: Found;
  erase: () => Promise<{ state: FormState; receipt: Receipt | null }>;
  onErased: (receipt: Receipt) => void;
};

/** What there is of the person, where, and what can be done about it. */
export function PersonFound({ found, erase, onErased }: PersonFoundProps) {
  const isNothing = found.messages + found.capturedMails === 0;
  const kept = keptSentences(found);
  return (
    <section aria-label="What was found" className="grid gap-4 border-t pt-6">
      <h3 className="font-semibold wrap-anywhere">
        {isNothing ? `Nothing found for ${found.email}` : found.email}
      </h3>
      {isNothing ? (
        <p className="text-muted-foreground">
          No message of any form has this address as one of its answers.
        </p>
      ) : (
        <>
          <PersonCounts counts={found} />
          <p className="text-muted-foreground">
            In{" "}
            {found.forms.map(({ id, name, messages }, index) => (
              <span key={id} className="wrap-anywhere">
                {index > 0 ? ", " : ""}
                <Link
                  href={`/inbox?folder=all&formId=${id}&search=${encodeURIComponent(found.email)}`}
                  className="link"
                >
                  <bdi>{name}</bdi>
                </Link>{" "}
                ({countOf(messages, "message")})
              </span>
            ))}
          </p>
        </>
      )}
      {kept.length > 0 ? (
        <Notice>
          <p className="font-medium">An erasure leaves this alone:</p>
          <ul className="mt-1 grid list-disc gap-1 pl-4">
            {kept.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {isNothing ? null : (
        <div className="flex flex-wrap gap-3">
          <ExportButton email={found.email} />
          <EraseButton found={found} erase={erase} onErased={onErased} />
        </div>
      )}
    </section>
  );
}
