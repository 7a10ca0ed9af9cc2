import { LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "#components/ui/button";

type PendingButtonProps = ComponentProps<typeof Button> & { isPending: boolean; icon?: ReactNode };

/** Shows that its action is running. It keeps the focus; its owner ignores further clicks. */
export function PendingButton({ isPending, icon, children, ...props }: PendingButtonProps) {
  return (
    <Button aria-disabled={isPending || undefined} {...props}>
      {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {children}
    </Button>
  );
}
