"use client";

import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { v4 } from "uuid";
import { FieldErrors } from "#components/form/action-form";
import { PendingButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import type { Field } from "#lib/domain/forms/fields/schema";
import { TestField } from "./test-field";
import { TestFollower } from "./test-follower";

type Outcome = {
  data?: { id: string };
  error?: { message: string; details?: { path: string; message: string }[] };
};

const UNREADABLE: Outcome = {
  error: {
    message: "We couldn’t read the response. Try again: the message won’t be stored twice.",
  },
};

/** Submits to a form’s public URL, like a script on a website. */
async function sendTest(path: string, body: FormData, key: string, token: string) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json", "Idempotency-Key": key, "X-Test-Token": token },
      body,
    });
    const { data, error }: Outcome = await response.json();
    return data || error ? { data, error } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/**
 * Returns the first problem of each field as a sentence, except fields that the panel doesn’t show.
 */
function fieldErrorsOf({ error }: Outcome, fields: readonly Field[]): Record<string, string> {
  const entries = (error?.details ?? []).map(({ path, message }) => [path, message] as const);
  const shown = entries.filter(([path]) => fields.some(({ name }) => name === path));
  return Object.fromEntries(shown.map(([path, message]) => [path, `This field ${message}.`]));
}

type TestFormProps = {
  path: string;
  /** The form’s own fields, or the usual ones if it has none. */
  fields: readonly Field[];
  /** The initial values by field name. */
  values: Readonly<Record<string, string>>;
  /** Marks the message as the owner’s own test. */
  token: string;
};

export function TestForm({ path, fields, values, token }: TestFormProps) {
  const router = useRouter();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isPending, startTransition] = useTransition();
  const key = useRef("");

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    key.current ||= v4();
    setOutcome(null);
    startTransition(async () => {
      const result = await sendTest(path, form, key.current, token);
      setOutcome(result);
      if (!result.data) return;
      key.current = "";
      router.refresh();
    });
  }

  const errors = outcome ? fieldErrorsOf(outcome, fields) : {};
  return (
    <form
      action={path}
      method="post"
      encType="multipart/form-data"
      target="_blank"
      onSubmit={send}
      onChange={() => {
        key.current = "";
      }}
      className="grid gap-4"
      rel="noopener"
    >
      <FieldErrors errors={errors}>
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <TestField key={field.name} field={field} value={values[field.name] ?? ""} />
          ))}
        </div>
      </FieldErrors>
      <div aria-live="polite" className="contents">
        {outcome?.error ? <Notice tone="danger">{outcome.error.message}</Notice> : null}
        {outcome?.data ? <TestFollower key={outcome.data.id} id={outcome.data.id} /> : null}
      </div>
      <div>
        <PendingButton
          type="submit"
          variant="outline"
          isPending={isPending}
          icon={<Send aria-hidden />}
        >
          Send test message
        </PendingButton>
      </div>
    </form>
  );
}
