"use client";

import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ActionForm } from "#components/form/action-form";
import { TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import type { FormState } from "#components/form/form-state";
import { SubmitButton } from "#components/form/submit-button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import type { Found, Receipt } from "./actions";
import { ErasureReceiptView } from "./erasure-receipt";
import { PersonFound } from "./person-found";

type PersonCardProps = {
  find: (data: FormData) => Promise<{ state: FormState; found: Found | null }>;
  erase: (email: string) => Promise<{ state: FormState; receipt: Receipt | null }>;
};

/** Find, hand over or erase what the workspace has of one person. */
export function PersonCard({ find, erase }: PersonCardProps) {
  const [found, setFound] = useState<Found | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);

  const card = useRef<HTMLDivElement>(null);

  // A message leads here with its sender's address.
  useEffect(() => {
    const person = new URLSearchParams(location.hash.slice(1)).get("person");
    const field = card.current?.querySelector<HTMLInputElement>("input[name=email]");
    if (!person || !field) return;
    field.value = person;
    field.form?.requestSubmit();
    history.replaceState(null, "", location.pathname);
  }, []);

  async function search(_: FormState, data: FormData): Promise<FormState> {
    const answer = await find(data);
    setFound(answer.found);
    setReceipt(null);
    return answer.state;
  }

  return (
    <Card>
      <CardHeader>
        <div>
          <CardTitle>One person's data</CardTitle>
          <CardDescription>
            Somebody asks what you know about them, or to be forgotten? Find everything with their
            address in all forms, hand it over as a file, or erase it in one step.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent ref={card} className="grid gap-6">
        <ActionForm action={search} onDone={() => undefined} className="grid gap-4">
          <FormMessage />
          <div className="flex flex-wrap items-start gap-3">
            <TextField
              name="email"
              label="Email address of the person"
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
            <PersonFound
              key={found.email}
              found={found}
              erase={() => erase(found.email)}
              onErased={setReceipt}
            />
          ) : null}
        </div>
      </CardContent>
    </Card>
  );
}
