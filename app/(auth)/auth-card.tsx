import type { ReactNode } from "react";
import { Card } from "#components/ui/card";

type AuthCardProps = { title: ReactNode; children: ReactNode; footer: ReactNode };

export function AuthCard({ title, children, footer }: AuthCardProps) {
  return (
    <>
      <Card className="p-6 sm:p-8">
        <h1 className="mb-6 text-xl font-semibold tracking-tight">{title}</h1>
        {children}
      </Card>
      <div className="mt-6 text-center text-muted-foreground">{footer}</div>
    </>
  );
}
