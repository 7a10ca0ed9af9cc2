import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { StagingBar } from "#components/shell/staging-bar";
import { parseTheme, THEME_COOKIE } from "#components/shell/theme";
import { cn } from "#components/ui/cn";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Form Intake", template: "%s · Form Intake" },
  description: "Keeps every message that your forms receive, and tells the right people.",
  robots: { index: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f9fafc" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0f14" },
  ],
};

/** Whose keyboards have a ⌘. */
const APPLE = /\b(?:Macintosh|iPhone|iPad)\b/;

/** Reading the cookie also makes every page dynamic, which the policy's nonces need. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const isApple = APPLE.test((await headers()).get("user-agent") ?? "");
  return (
    <html
      lang="en"
      data-apple={isApple || undefined}
      className={cn(GeistSans.variable, GeistMono.variable, theme !== "system" && theme)}
    >
      <body>
        <StagingBar />
        {children}
      </body>
    </html>
  );
}
