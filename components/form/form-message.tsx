"use client";

import { useFormContext } from "#components/form/action-form";
import { OVER } from "#components/form/form-state";
import { SignedOutMessage } from "#components/form/signed-out-message";
import { Button } from "#components/ui/button";
import { Countdown } from "#components/ui/countdown";
import { Notice } from "#components/ui/notice";

/** Why the whole form was refused, and when trying again makes sense. */
export function FormMessage() {
  const { state, kept } = useFormContext();
  if (state.status !== "refused" || !state.message) return kept?.isBack ? <KeptMessage /> : null;
  if (state.conflict !== undefined) return <ConflictMessage revision={state.conflict} />;
  if (state.isSignedOut) return <SignedOutMessage />;
  return (
    <Notice tone="danger" tabIndex={-1} data-form-message role="alert">
      {state.message} {state.retryAt ? <Countdown until={state.retryAt} /> : null}
    </Notice>
  );
}

/** Something was typed here and the page left: it is back, and can still be dropped. */
function KeptMessage() {
  const { kept } = useFormContext();
  return (
    <Notice role="status">
      What you typed here before is back. It is not saved yet.{" "}
      <button type="button" className="link" onClick={kept?.discard}>
        Discard it
      </button>
    </Notice>
  );
}

/** Somebody saved first: their choice between both, with all that was typed still there. */
function ConflictMessage({ revision }: { revision: string }) {
  const { kept } = useFormContext();
  return (
    <Notice tone="warning" tabIndex={-1} data-form-message role="alert">
      <p className="font-medium">Somebody saved this while you were typing.</p>
      <p className="mt-1">
        It may have been you, in another tab. Nothing was overwritten, and what you typed is still
        here.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="outline" size="sm" name={OVER} value={revision}>
          Save mine instead
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            kept?.forget();
            location.reload();
          }}
        >
          Drop mine, show what is saved
        </Button>
      </div>
    </Notice>
  );
}
