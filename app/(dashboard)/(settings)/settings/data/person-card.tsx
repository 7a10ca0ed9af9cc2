"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { countOf } from "#lib/core/count";
import { type Found, findPersonAction, type Receipt } from "../actions";
import { EraseButton, ErasureReceiptView, ExportButton } from "./person-actions";
import { keptSentences, PersonCounts, SentenceList } from "./person-counts";

export function PersonCard() {
  const [found, setFound] = useState<Found | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const card = useRef<HTMLDivElement>(null);

  // Messages link here with the sender’s address.
  useEffect(() => {
    const person = new URLSearchParams(location.hash.slice(1)).get("person");
    const field = card.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (!person || !field) return;
    field.value = person;
    field.form?.requestSubmit();
    history.replaceState(null, "", location.pathname);
  }, []);

  async function search(_: FormState, data: FormData): Promise<ActionResult> {
    const result = await findPersonAction(data);
    setFound(result.ok ? result.value : null);
    setReceipt(null);
    return result.ok ? { ok: true, value: {} } : result;
  }

  return (
    <Card>
      <CardHeader
        title="Data requests"
        description="Enter an email address to find everything stored about that person, then export or delete it."
      />
      <CardContent ref={card} className="grid gap-6">
        <ActionForm action={search} onDone={() => undefined} className="grid gap-4">
          <FormMessage />
          <div className="flex flex-wrap items-start gap-3">
            <TextField
              name="email"
              label="Person’s email address"
              type="email"
              autoComplete="off"
              required
              className="min-w-0 flex-1 basis-60"
            />
            <SubmitButton variant="outline" className="sm:mt-6.5">
              <Search aria-hidden />
              Find
            </SubmitButton>
          </div>
        </ActionForm>
        <div aria-live="polite" className="empty:hidden">
          {receipt ? (
            <ErasureReceiptView receipt={receipt} />
          ) : found ? (
            <PersonFound key={found.email} found={found} onErased={setReceipt} />
          ) : null}
        </div>
      </CardContent>
    </Card>
  );
}

/** The text before an item of a list: "a and b", "a, b, and c". */
function separatorBefore(index: number, count: number): string {
  if (index === 0) return "";
  if (index < count - 1) return ", ";
  return count === 2 ? " and " : ", and ";
}

type PersonFoundProps = { found: Found; onErased: (receipt: Receipt) => void };

function PersonFound({ found, onErased }: PersonFoundProps) {
  const isNothing = found.messages + found.capturedEmails === 0;
  const kept = keptSentences(found);
  return (
    <section aria-label="Results" className="grid gap-4 border-t pt-6">
      <h3 className="font-semibold wrap-anywhere">
        {isNothing ? `Nothing found for ${found.email}` : found.email}
      </h3>
      {isNothing ? (
        <p className="text-muted-foreground">No messages contain this address.</p>
      ) : (
        <>
          <PersonCounts counts={found} />
          <p className="text-muted-foreground">
            In{" "}
            {found.forms.map(({ id, name, messages }, index) => (
              <span key={id} className="wrap-anywhere">
                {separatorBefore(index, found.forms.length)}
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
          <p className="font-medium">What won’t be deleted:</p>
          <SentenceList sentences={kept} className="mt-1" />
        </Notice>
      ) : null}
      {isNothing ? null : (
        <div className="flex flex-wrap gap-3">
          <ExportButton email={found.email} />
          <EraseButton found={found} onErased={onErased} />
        </div>
      )}
    </section>
  );
}
