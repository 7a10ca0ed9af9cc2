"use client";

import { LoaderCircle } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { v7 } from "uuid";
import type { FormState } from "#components/form/form-state";
import { NO_ANSWER_ONCE, runAction } from "#components/form/run-action";
import { SigningSecret } from "#components/forms/signing-secret";
import { AlertDialog } from "#components/ui/alert-dialog";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";

type RotateSecretProps = {
  /** What is lost, in numbers. */
  lost: string;
  /** The webhook's, as this page knows it. */
  revision: string;
  rotate: (revision: string, key: string) => Promise<FormState>;
};

/** Asks, replaces the secret, and shows the new one until it is stored. */
export function RotateSecret({ lost, revision, rotate }: RotateSecretProps) {
  const router = useRouter();
  /** What is asked about: it stays the same question, also when the page hears of a lost answer's effect. */
  const [question, setQuestion] = useState<{ revision: string; key: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();

  function confirm(): void {
    if (isPending || !question) return;
    startTransition(async () => {
      const state = await runAction(() => rotate(question.revision, question.key), NO_ANSWER_ONCE);
      setRefusal(state.status === "refused" ? state.message : null);
      if (state.status === "refused") return;
      setSecret(state.secret ?? null);
      setQuestion(null);
    });
  }

  function close(): void {
    setQuestion(null);
    setRefusal(null);
  }

  if (secret !== null)
    return (
      <SigningSecret
        title="The new signing secret"
        secret={secret}
        onDone={() => {
          setSecret(null);
          router.refresh();
        }}
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">Signing secret</h2>
        <p className="text-pretty text-muted-foreground">
          Every event is signed with it. It was shown once; a new one can replace it.
        </p>
      </div>
      <Button variant="outline" onClick={() => setQuestion({ revision, key: v7() })}>
        Replace the secret
      </Button>
      <AlertDialog
        isOpen={question !== null}
        onClose={close}
        title="Replace the signing secret?"
        description={
          <>
            <p>
              The old one signs nothing from now on: until your receiver has the new one, it refuses
              every event. {lost}
            </p>
            {refusal ? (
              <Notice tone="danger" role="alert">
                {refusal}
              </Notice>
            ) : null}
          </>
        }
      >
        <Button variant="outline" onClick={close}>
          Cancel
        </Button>
        <Button variant="destructive" aria-disabled={isPending || undefined} onClick={confirm}>
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
          Replace it
        </Button>
      </AlertDialog>
    </div>
  );
}
