import type { NextConfig } from "next";
import { MAX_PAGE_BODY_BYTES } from "./lib/http/page-body";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // A redirect would answer /v1/forms/ before the pipeline could refuse it in its own words.
  skipTrailingSlashRedirect: true,
  // Without it, a lockfile in a folder above would make that folder the root.
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ["@prisma/adapter-pg", "ioredis", "pg", "pino", "pino-pretty"],
  allowedDevOrigins: ["127.0.0.1"],
  agentRules: false,
  // Titles come with the page, not after it: a page that is read again has no moment without one.
  htmlLimitedBots: /.*/,
  // The framework's resizer would fetch, resize and keep on disk whatever address a stranger names.
  images: { unoptimized: true },
  experimental: {
    // Both would otherwise take far more than any page sends: 1 MB, and 10 MB kept in memory.
    serverActions: { bodySizeLimit: MAX_PAGE_BODY_BYTES },
    proxyClientMaxBodySize: MAX_PAGE_BODY_BYTES,
  },
  // The timer of the self-hosted server calls these every second.
  logging: { incomingRequests: { ignore: [/^\/api\/cron\//] } },
  // For hosts that answer without a guarded server: see lib/http/node-guard.ts.
  async headers() {
    return [
      {
        source: "/((?!_next/static/).*)",
        headers: [{ key: "Cache-Control", value: "no-store" }],
      },
    ];
  },
};

export default config;
