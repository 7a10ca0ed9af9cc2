import type { ReactNode } from "react";
import { Letter } from "#components/ui/letter";
import { settings } from "#lib/core/settings/settings";

type AuthCardProps = { title: ReactNode; children: ReactNode; footer: ReactNode };

export function AuthCard({ title, children, footer }: AuthCardProps) {
  return (
    <>
      <Letter>
        <div className="p-6 sm:p-8">
          <h1 className="mb-6 text-xl font-semibold tracking-tight">{title}</h1>
          {children}
        </div>
      </Letter>
      <div className="mt-6 text-center text-muted-foreground">{footer}</div>
    </>
  );
}

export function WhomToAsk() {
  const { operatorEmails } = settings();
  if (operatorEmails.length === 0) return <>Ask the people who run this service for an account.</>;
  return (
    <>
      To ask for an account, write to{" "}
      {operatorEmails.map((email, index) => (
        <span key={email}>
          {index > 0 ? " or " : null}
          <a href={`mailto:${email}`} className="link wrap-anywhere">
            {email}
          </a>
        </span>
      ))}
      .
    </>
  );
}
