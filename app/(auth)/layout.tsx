import type { ReactNode } from "react";
import { Brand } from "#components/shell/brand";
import { Clock } from "#components/ui/clock";
import { viewerTimeZone } from "../preferences";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Clock now={Date.now()} timeZone={await viewerTimeZone()}>
      <div className="flex min-h-[calc(100dvh-var(--bar-height))] flex-col items-center px-4 py-10 sm:justify-center sm:py-16">
        <header className="mb-8">
          <Brand />
        </header>
        <main id="content" tabIndex={-1} className="w-full max-w-sm">
          {children}
        </main>
      </div>
    </Clock>
  );
}
