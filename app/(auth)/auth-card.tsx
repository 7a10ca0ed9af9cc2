import type { ReactNode } from "react";
import { Letter } from "#components/ui/letter";

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
