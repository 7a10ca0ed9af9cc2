"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ActionForm, IdempotencyField, SubmitButton } from "#components/form/action-form";
import { FieldFrame, TextField, useField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { OneTimeSecret } from "#components/forms/one-time-secret";
import { Button, ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardFooter } from "#components/ui/card";
import { useNow, useTimeZone } from "#components/ui/clock";
import { cn } from "#components/ui/cn.ts";
import { CodeBlock } from "#components/ui/code";
import { Input } from "#components/ui/input";
import { countOf } from "#lib/core/count";
import { formatMoment } from "#lib/core/dates";
import { DAY_MS } from "#lib/core/durations";
import { createTokenAction } from "../actions";
import { ScopeChoice, type ScopeGroup } from "./scope-choice";

type CreateTokenFormProps = {
  groups: readonly ScopeGroup[];
  expiry: { defaultDays: number; maxDays: number };
  /** The API’s URL, for a first request with the new token. */
  baseUrl: string;
};

export function CreateTokenForm({ groups, expiry, baseUrl }: CreateTokenFormProps) {
  return (
    <ActionForm
      action={createTokenAction}
      done={({ message, secret }) => (
        <NewToken name={message ?? ""} secret={secret ?? ""} baseUrl={baseUrl} />
      )}
    >
      <IdempotencyField />
      <Card>
        <CardContent className="grid gap-6">
          <FormMessage />
          <TextField
            name="name"
            label="Name"
            hint="What will use this token, e.g. “CRM import”."
            autoComplete="off"
            required
          />
          <ScopeChoice groups={groups} />
          <ExpiryField {...expiry} />
        </CardContent>
        <CardFooter>
          <SubmitButton>Create token</SubmitButton>
          <ButtonLink href="/tokens" variant="ghost">
            Cancel
          </ButtonLink>
        </CardFooter>
      </Card>
    </ActionForm>
  );
}

function NewToken({ name, secret, baseUrl }: { name: string; secret: string; baseUrl: string }) {
  const router = useRouter();
  return (
    <Card>
      <CardContent>
        <OneTimeSecret
          kind="token"
          title={`Created “${name}”`}
          secret={secret}
          onDone={() => router.push("/tokens")}
        >
          <div className="grid gap-2">
            <h3 className="font-medium">Try it</h3>
            <CodeBlock
              title="Shell"
              what="first request"
              code={`curl ${baseUrl}/v1/token \\\n  -H "Authorization: Bearer ${secret}"`}
            />
          </div>
        </OneTimeSecret>
      </CardContent>
    </Card>
  );
}

const PRESETS = [7, 30, 90, 180, 365] as const;

type ExpiryFieldProps = { defaultDays: number; maxDays: number };

/**
 * A field for the days until a token expires: any number that the API accepts, typed or from a
 * preset.
 */
function ExpiryField({ defaultDays, maxDays }: ExpiryFieldProps) {
  const field = useField("expiresInDays", "expiresInDays", true);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(field.typed?.[0] ?? String(defaultDays));
  const now = useNow(60);
  const timeZone = useTimeZone();

  // Reads text that was typed before hydration.
  useEffect(() => setTyped((text) => input.current?.value ?? text), []);

  function choose(days: number): void {
    if (input.current) input.current.value = String(days);
    setTyped(String(days));
  }

  const days = /^\d+$/.test(typed.trim()) ? Number(typed) : 0;
  const isValid = days >= 1 && days <= maxDays;
  const error = isValid ? undefined : field.error;
  const hint = isValid
    ? `Expires on ${formatMoment(now + days * DAY_MS, "longDay", timeZone)}. You can’t extend a token later.`
    : error
      ? ""
      : `Enter a whole number from 1 to ${maxDays}.`;
  return (
    <FieldFrame
      field={{ ...field, error }}
      label="Expires in (days)"
      hint={<span role="status">{hint}</span>}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Input
          {...field.control}
          ref={input}
          defaultValue={typed}
          inputMode="numeric"
          autoComplete="off"
          required
          aria-invalid={error ? true : undefined}
          className="tabular w-20"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Presets</legend>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              variant="outline"
              size="sm"
              className={cn(preset === days && "border-primary bg-accent ring-1 ring-primary")}
              aria-pressed={preset === days}
              onClick={() => choose(preset)}
            >
              {countOf(preset, "day")}
            </Button>
          ))}
        </fieldset>
      </div>
    </FieldFrame>
  );
}
