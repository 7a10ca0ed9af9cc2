"use client";

import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import type { ActionResult } from "#components/form/action-result.ts";
import { PLAIN, TextField } from "#components/form/fields";
import { callAction, messageOf } from "#components/form/use-action.ts";
import { Button, PendingButton } from "#components/ui/button";
import { AlertDialog } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import { toast } from "#components/ui/toast.ts";

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The data that will be lost, in numbers. */
  children: ReactNode;
  /** Verb and object: "Delete form", never "OK". */
  confirmLabel: string;
  action: () => Promise<ActionResult>;
  isDestructive?: boolean;
  /** The reason it can’t be confirmed now, shown above the buttons. */
  blocked?: ReactNode;
  /** The text that has to be typed first. */
  typed?: string | undefined;
  lostMessage?: string;
  /** Called after success, before the dialog closes. */
  onDone?: (result: ActionResult & { ok: true }) => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, confirmLabel, action, typed, lostMessage } = props;
  const { isDestructive = true, blocked = null, onDone } = props;
  const [isConfirmed, setConfirmed] = useState(typed === undefined);
  const [error, setError] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);

  function close(): void {
    setConfirmed(typed === undefined);
    setError(null);
    onClose();
  }

  function confirm(): void {
    if (isPending || !isConfirmed || blocked !== null) return;
    setError(null);
    startTransition(async () => {
      const result = await callAction(action, lostMessage);
      const message = messageOf(result);
      // The user may have closed the dialog by now.
      if (!result.ok && isShown.current) return setError(message);
      if (result.ok) {
        onDone?.(result);
        close();
      }
      if (message) toast(message);
    });
  }

  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      description={
        <>
          {children}
          {typed === undefined ? null : (
            <TextField
              name="confirmation"
              label={
                <span className="font-normal select-text">
                  Type <strong className="font-semibold wrap-anywhere">{typed}</strong> to confirm
                </span>
              }
              className="mt-2 text-foreground"
              {...PLAIN}
              onChange={(event) => setConfirmed(event.target.value.trim() === typed.trim())}
            />
          )}
          {blocked === null ? null : <div className="mt-2">{blocked}</div>}
          {error ? (
            <Notice tone="danger" role="alert">
              {error}
            </Notice>
          ) : null}
        </>
      }
    >
      <Button variant="outline" onClick={close}>
        Cancel
      </Button>
      <PendingButton
        variant={isDestructive ? "destructive" : "primary"}
        isPending={isPending}
        disabled={!isConfirmed || blocked !== null}
        onClick={confirm}
      >
        {confirmLabel}
      </PendingButton>
    </AlertDialog>
  );
}

type ConfirmActionProps = Omit<ConfirmDialogProps, "isOpen" | "onClose"> & {
  trigger: (open: () => void) => ReactNode;
};

/** A button that asks before it runs an action. */
export function ConfirmAction({ trigger, ...dialog }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {trigger(() => setOpen(true))}
      <ConfirmDialog {...dialog} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type ActionRowProps = Omit<ComponentProps<typeof ConfirmAction>, "trigger"> & {
  heading: string;
  text: string;
  isDeletion?: boolean;
  onOpen?: () => void;
};

/** An action with consequences: its description, and the button that asks before it runs. */
export function ActionRow({ heading, text, isDeletion, onOpen, ...confirmation }: ActionRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 p-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{heading}</h2>
        <p className="text-pretty text-muted-foreground">{text}</p>
      </div>
      <ConfirmAction
        {...confirmation}
        trigger={(open) => (
          <Button
            variant="outline"
            className={isDeletion ? "text-destructive" : undefined}
            onClick={() => {
              onOpen?.();
              open();
            }}
          >
            {confirmation.confirmLabel}
          </Button>
        )}
      />
    </div>
  );
}
