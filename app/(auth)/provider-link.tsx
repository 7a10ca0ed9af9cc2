import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { buttonVariants } from "#components/ui/button";

/** A separator between the form and the other sign-in methods. */
export function OtherWays({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={`grid gap-3 ${className ?? ""}`}>
      <div className="mb-2 flex items-center gap-3 text-muted-foreground">
        <span className="h-px flex-1 bg-border" />
        or
        <span className="h-px flex-1 bg-border" />
      </div>
      {children}
    </div>
  );
}

type ProviderLinkProps = {
  /** The code of a workspace’s provider; null for the installation’s. */
  code?: string | null;
  next?: string;
  /** True to connect it to the signed-in account. */
  connects?: boolean;
  /** The secret of the invitation that someone new accepts by it. */
  invitation?: string;
  variant?: "primary" | "outline";
  children: ReactNode;
};

/**
 * A link to a provider. It’s a plain link, because the router can’t follow it to another site, and it works without
 * JavaScript.
 */
export function ProviderLink(props: ProviderLinkProps) {
  const { code = null, next = "/", connects = false, invitation } = props;
  const { variant = "outline", children } = props;
  const query = new URLSearchParams({
    ...(code && { code }),
    ...(next !== "/" && { next }),
    ...(connects && { connect: "1" }),
    ...(invitation && { invitation }),
  });
  return (
    <a
      href={`/sign-in/provider/start?${query}`}
      className={buttonVariants({ variant, className: "w-full min-w-0" })}
    >
      <KeyRound aria-hidden />
      <span className="truncate">{children}</span>
    </a>
  );
}
