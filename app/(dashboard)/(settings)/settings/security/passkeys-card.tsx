"use client";

import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "#components/form/action-form";
import {
  type ActionResult,
  type FormState,
  toActionError,
} from "#components/form/action-result.ts";
import { ConfirmAction } from "#components/form/confirm-action";
import { TextField } from "#components/form/fields";
import { createPasskey } from "#components/form/passkey-request.ts";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { RelativeTime } from "#components/ui/relative-time";
import { browserName } from "#lib/core/browser-name";
import type { PasskeyListItem } from "#lib/domain/accounts/factors/passkeys";
import { addPasskeyAction, removePasskeyAction, startPasskeyAction } from "./actions";

type PasskeysCardProps = {
  passkeys: readonly PasskeyListItem[];
  arePossible: boolean;
  /** The browser of this session, which becomes the suggested name. */
  userAgent: string | null;
  /** Shown while the account’s address isn’t confirmed. */
  confirmFirst: ReactNode;
};

export function PasskeysCard(props: PasskeysCardProps) {
  const { passkeys, arePossible, userAgent, confirmFirst } = props;
  return (
    <Card>
      <CardHeader
        className={passkeys.length === 0 ? "pb-4 sm:pb-6" : undefined}
        title="Passkeys"
        description="Sign in with your fingerprint, face, or device PIN, without a password or code."
      />
      {passkeys.length > 0 ? (
        <CardContent>
          <ul className="-my-3 divide-y">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        </CardContent>
      ) : null}
      <CardFooter>
        {arePossible ? (
          (confirmFirst ?? <AddPasskey suggestedName={browserName(userAgent)} />)
        ) : (
          <p className="text-muted-foreground">
            Passkeys require HTTPS and a hostname. IP addresses don’t work.
          </p>
        )}
      </CardFooter>
    </Card>
  );
}

function PasskeyRow({
  passkey: { id, name, createdAt, lastUsedAt },
}: {
  passkey: PasskeyListItem;
}) {
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted-foreground">
          Added <RelativeTime at={createdAt} />,{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="outline" size="sm" onClick={ask}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        )}
        title={`Remove “${name}”?`}
        confirmLabel="Remove passkey"
        action={() => removePasskeyAction(id)}
      >
        <p>You won’t be able to sign in with it anymore.</p>
      </ConfirmAction>
    </li>
  );
}

function AddPasskey({ suggestedName }: { suggestedName: string }) {
  async function add(_: FormState, data: FormData): Promise<ActionResult> {
    const options = await startPasskeyAction();
    if (!options.ok) return options;
    const created = await createPasskey(options.value);
    if (!created.ok) return toActionError(created.message);
    const name = String(data.get("name")).trim() || suggestedName;
    return addPasskeyAction({ name, credential: created.value });
  }

  return (
    <ActionForm action={add} className="flex flex-1 flex-wrap items-end gap-3">
      <TextField
        name="name"
        label="Name of the passkey"
        defaultValue={suggestedName}
        maxLength={60}
        autoComplete="off"
        className="min-w-0 flex-1 basis-48 sm:max-w-72"
      />
      <SubmitButton variant="outline">Add a passkey</SubmitButton>
    </ActionForm>
  );
}
