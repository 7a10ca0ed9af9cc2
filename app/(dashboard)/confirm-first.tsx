import Link from "next/link";
import { Notice } from "#components/ui/notice";
import type { UnconfirmedUser } from "./onboarding-steps";
import { ResendButton } from "./resend-button";

/** Returns a sentence about where the link that confirms an address is. */
export function linkPlace({ email, emailHref }: UnconfirmedUser): string {
  return `${emailHref ? "The link is in the email to" : "We sent a link to"} ${email}.`;
}

/** Renders what someone can do about the link: open its captured email, or have it sent again. */
export function LinkActions({ emailHref }: Pick<UnconfirmedUser, "emailHref">) {
  return (
    <>
      {emailHref ? (
        <Link href={emailHref} className="link">
          Open email
        </Link>
      ) : null}
      <ResendButton />
    </>
  );
}

type ConfirmFirstProps = UnconfirmedUser & { what: string };

/**
 * Shown instead of an action that an account can’t do yet. `what` completes “Confirm your email address
 * to …”.
 */
export function ConfirmFirst({ what, ...user }: ConfirmFirstProps) {
  return (
    <Notice tone="warning">
      <p className="wrap-anywhere">
        <span className="font-medium">Confirm your email address to {what}.</span> {linkPlace(user)}
      </p>
      <p className="mt-1 flex gap-4">
        <LinkActions emailHref={user.emailHref} />
      </p>
    </Notice>
  );
}
