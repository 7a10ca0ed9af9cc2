import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-150 disabled:pointer-events-none disabled:opacity-50 [&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4";

const VARIANTS = {
  primary: "bg-primary text-primary-foreground shadow-card hover:bg-primary-hover",
  destructive: "bg-destructive text-destructive-foreground shadow-card hover:bg-destructive-hover",
  outline: "border bg-card text-foreground shadow-card hover:bg-accent",
  ghost: "text-muted-foreground hover:bg-accent hover:text-foreground",
  dangerGhost: "text-destructive hover:bg-destructive/10",
} as const;

const SIZES = {
  md: "h-9 px-4 text-sm",
  sm: "h-8 px-3 text-sm",
  icon: "size-9",
  iconSm: "size-8",
} as const;

type ButtonLook = {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  className?: string | undefined;
};

export function buttonVariants({
  variant = "primary",
  size = "md",
  className,
}: ButtonLook): string {
  return cn(BASE, VARIANTS[variant], SIZES[size], className);
}

type ButtonProps = ComponentProps<"button"> & ButtonLook;

export function Button({ className, variant, size, ...props }: ButtonProps) {
  return (
    <button type="button" className={buttonVariants({ variant, size, className })} {...props} />
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook;

type IconButtonProps = ButtonProps & { icon: ReactNode; label: string };

/** A button without visible text. Screen readers read `label`. */
export function IconButton({ icon, label, ...props }: IconButtonProps) {
  return (
    <Button variant="ghost" size="iconSm" {...props}>
      {icon}
      <span className="sr-only">{label}</span>
    </Button>
  );
}

export function ButtonLink({ className, variant, size, ...props }: ButtonLinkProps) {
  return <Link className={buttonVariants({ variant, size, className })} {...props} />;
}

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
