import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ProductBrand } from "#components/shell/brand";
import { ClockProvider } from "#components/ui/clock";
import { Notice } from "#components/ui/notice";
import { settings } from "#lib/core/settings/settings";
import { findOtherPort } from "#lib/entry/http/own-address";
import { viewerTimeZone } from "../preferences";

export default async function AuthLayout({ children }: { children: ReactNode }) {
  const otherPort = findOtherPort((await headers()).get("host"));
  return (
    <ClockProvider now={Date.now()} timeZone={await viewerTimeZone()}>
      <div className="flex min-h-[calc(100dvh-var(--bar-height))] flex-col items-center px-4 py-10 sm:justify-center sm:py-16">
        <header className="mb-8">
          <ProductBrand />
        </header>
        <main id="content" tabIndex={-1} className="w-full max-w-sm">
          {otherPort ? (
            <Notice className="mb-6" tone="warning">
              You opened {otherPort}, but links in emails lead to {settings().baseUrl}. Set BASE_URL
              to the address you use, and restart the service.
            </Notice>
          ) : null}
          {children}
        </main>
      </div>
    </ClockProvider>
  );
}
