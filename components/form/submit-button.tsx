"use client";

import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { useFormContext } from "#components/form/action-form";
import { Button } from "#components/ui/button";

/** Sends its form. While it runs it says so and takes no second press, but keeps the focus. */
export function SubmitButton({ children, ...props }: ComponentProps<typeof Button>) {
  const { isPending } = useFormContext();
  return (
    <Button type="submit" aria-disabled={isPending || undefined} {...props}>
      {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
      {children}
      {isPending ? (
        <span role="status" className="sr-only">
          Working
        </span>
      ) : null}
    </Button>
  );
}
