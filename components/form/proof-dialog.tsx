"use client";

import { Fingerprint, KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { PasswordField, PLAIN, TextField } from "#components/form/fields";
import { type Outcome, postAccount, sendPasskey } from "#components/form/passkey-request.ts";
import { fetchJson } from "#components/shell/fetch-json.ts";
import { Button, buttonVariants, PendingButton } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import type { ProofMethods } from "#lib/domain/accounts/schema";

type ProofDialogProps = { onClose: () => void; onProven: () => void };

const PASSKEY_PATHS = { options: "/prove/passkey-options", response: "/prove" };

/** Asks for a passkey, or for the password or a code, whichever the account has. */
export default function ProofDialog({ onClose, onProven }: ProofDialogProps) {
  const formId = useId();
  const [methods, setMethods] = useState<ProofMethods | null>(null);
  const [error, setError] = useState<string | null>(null);
  // Not a transition: it would wait for the one of the action that requests this proof.
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    fetchJson<{ data: ProofMethods }>("/prove").then(
      ({ data }) => setMethods(data),
      () => setError("Can’t reach the server. Check your connection and try again."),
    );
  }, []);

  async function prove(send: () => Promise<Outcome<unknown>>): Promise<void> {
    if (isPending) return;
    setPending(true);
    setError(null);
    const outcome = await send();
    setPending(false);
    if (outcome.ok) onProven();
    else setError(outcome.message);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Keeps the surrounding form from being submitted.
    event.stopPropagation();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    prove(() => postAccount("/prove", body));
  }

  return (
    <TitledDialog
      title="Confirm it’s you"
      description="For your security, this action requires verification. We won’t ask again for 15 minutes."
      className="max-w-md"
      onClose={onClose}
      buttons={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          {methods?.asks === null ? null : (
            <PendingButton type="submit" form={formId} isPending={isPending} disabled={!methods}>
              Confirm
            </PendingButton>
          )}
        </>
      }
    >
      {error ? (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      ) : null}
      {methods?.hasPasskey ? (
        <Button variant="outline" onClick={() => prove(() => sendPasskey(PASSKEY_PATHS))}>
          <Fingerprint aria-hidden />
          Use a passkey
        </Button>
      ) : null}
      {methods?.provider ? <ProviderProof {...methods.provider} /> : null}
      {methods?.asks === null ? null : (
        <form id={formId} onSubmit={submit} className="min-h-16">
          {methods ? <ProofField asks={methods.asks} /> : null}
        </form>
      )}
    </TitledDialog>
  );
}

/** Links to the provider, which returns to this page. There, the action has to be repeated. */
function ProviderProof({ name, path }: NonNullable<ProofMethods["provider"]>) {
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <a href={`${path}&next=${next}`} className={buttonVariants({ variant: "outline" })}>
      <KeyRound aria-hidden />
      <span className="truncate">Sign in again with {name}</span>
    </a>
  );
}

function ProofField({ asks }: { asks: NonNullable<ProofMethods["asks"]> }) {
  return asks === "password" ? (
    <PasswordField name="password" label="Password" autoComplete="current-password" autoFocus />
  ) : (
    <TextField
      name="code"
      label="Code"
      hint="From your authenticator app, or a recovery code."
      {...PLAIN}
      autoComplete="one-time-code"
      autoFocus
      required
    />
  );
}
