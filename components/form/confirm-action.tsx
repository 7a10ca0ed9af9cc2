"use client";

import { LoaderCircle } from "lucide-react";
import { type ReactElement, type ReactNode, useState, useTransition } from "react";
import type { FormState } from "#components/form/form-state";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "#components/ui/alert-dialog";
import { Button } from "#components/ui/button";
import { DialogFooter } from "#components/ui/dialog";
import { Notice } from "#components/ui/notice";
import { toast } from "#components/ui/toaster";

type ConfirmActionProps = {
  trigger: ReactElement;
  title: string;
  /** What will be lost, in numbers. */
  children: ReactNode;
  /** The verb and its object: "Delete form", never "OK". */
  confirmLabel: string;
  action: () => Promise<FormState>;
  isDestructive?: boolean;
};

export function ConfirmAction({
  trigger,
  title,
  children,
  confirmLabel,
  action,
  isDestructive = true,
}: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();

  function confirm(): void {
    if (isPending) return;
    setRefusal(null);
    startTransition(async () => {
      const state = await action();
      if (state.status === "refused") {
        setRefusal(state.message);
        return;
      }
      setOpen(false);
      if (state.message) toast(state.message);
    });
  }

  return (
    <AlertDialog open={isOpen} onOpenChange={setOpen}>
      <AlertDialogTrigger asChild>{trigger}</AlertDialogTrigger>
      <AlertDialogContent>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div className="grid gap-2">{children}</div>
        </AlertDialogDescription>
        {refusal ? (
          <Notice tone="danger" role="alert">
            {refusal}
          </Notice>
        ) : null}
        <DialogFooter>
          <AlertDialogCancel asChild>
            <Button variant="outline">Cancel</Button>
          </AlertDialogCancel>
          <Button
            variant={isDestructive ? "destructive" : "primary"}
            aria-disabled={isPending || undefined}
            onClick={confirm}
          >
            {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
            {confirmLabel}
          </Button>
        </DialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
