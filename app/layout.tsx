import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { SkipLink } from "#components/shell/brand";
import { StagingBar } from "#components/shell/staging-bar";
import { cn } from "#components/ui/cn.ts";
import { settings } from "#lib/core/settings/settings";
import { cookieName } from "#lib/entry/account/cookie";
import { viewerTheme } from "./preferences";
import "./globals.css";

const SOCIAL_IMAGE = {
  url: "/og.png",
  width: 1200,
  height: 630,
  alt: "Form Intake: the backend for your forms",
};

/** A function, because BASE_URL is read at runtime. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(settings().baseUrl),
    title: { default: "Form Intake", template: "%s · Form Intake" },
    description:
      "Stores every message your forms receive, notifies the right people, and records every delivery.",
    robots: { index: false },
    manifest: "/site.webmanifest",
    icons: {
      icon: [
        { url: "/favicon.ico", sizes: "16x16 32x32 48x48" },
        { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      ],
      apple: "/apple-touch-icon.png",
    },
    openGraph: { type: "website", siteName: "Form Intake", images: [SOCIAL_IMAGE] },
    twitter: { card: "summary_large_image" },
  };
}

/** In seconds. Server actions trigger drains too. */
export const maxDuration = 60;

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f9fafc" },
    { media: "(prefers-color-scheme: dark)", color: "#0c0f14" },
  ],
};

/** Matches systems whose keyboards have a ⌘ key. */
const APPLE = /\b(?:Macintosh|iPhone|iPad)\b/;

/** Reading the cookie makes every page dynamic, as CSP nonces require. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = await viewerTheme();
  const isCaptured = settings().email.mode === "capture";
  const isSignedIn = (await cookies()).has(cookieName());
  const isApple = APPLE.test((await headers()).get("user-agent") ?? "");
  return (
    <html
      lang="en"
      data-apple={isApple || undefined}
      className={cn(GeistSans.variable, GeistMono.variable, theme !== "system" && theme)}
    >
      <body className={isCaptured ? "[--bar-height:2rem]" : "[--bar-height:0px]"}>
        <SkipLink />
        <StagingBar isSignedIn={isSignedIn} />
        {children}
      </body>
    </html>
  );
}
