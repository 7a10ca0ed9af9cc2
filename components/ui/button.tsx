import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonVariants } from "#components/ui/button-variants";
import { cn } from "#components/ui/cn";

export function Button({
  className,
  variant,
  size,
  ...props
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <button
      type="button"
      data-slot="button"
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}

/** Something that goes somewhere, drawn as a button. */
export function ButtonLink({
  className,
  variant,
  size,
  ...props
}: ComponentProps<typeof Link> & ButtonLook) {
  return (
    <Link
      data-slot="button"
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}
