import type { NextConfig } from "next";
import formScripts from "./lib/domain/forms/form-scripts.json" with { type: "json" };
import { MAX_PAGE_BODY_BYTES } from "./lib/entry/http/http-types.ts";
import { MOVED_PAGES } from "./lib/entry/http/moved-pages.ts";
import { SECURITY_HEADERS } from "./lib/entry/http/security-headers.ts";

/** Headers of a script that websites of any origin load, even with `crossorigin`. */
const formScriptHeaders = (source: string, cacheControl: string) => ({
  source,
  headers: [
    { key: "Cache-Control", value: cacheControl },
    { key: "Access-Control-Allow-Origin", value: "*" },
    { key: "Cross-Origin-Resource-Policy", value: "cross-origin" },
  ],
});

const config: NextConfig = {
  // `npm run build:production` makes its folder from it. On Vercel, it would only trace more files.
  ...(process.env.VERCEL ? {} : { output: "standalone" }),
  // npm test checks them, and a start needs neither the tests nor the packages of types.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // A redirect would come before the pipeline could respond to /v1/forms/ with its own 404.
  skipTrailingSlashRedirect: true,
  // Otherwise a lockfile in a parent folder would make that folder the root.
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: [
    "@opentelemetry/context-async-hooks",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace",
    "@prisma/adapter-pg",
    "ioredis",
    "pg",
    "pino",
    "prom-client",
  ],
  allowedDevOrigins: ["127.0.0.1"],
  agentRules: false,
  // No streamed metadata: a refreshed page must not lose its title for a moment.
  htmlLimitedBots: /.*/,
  // The image optimizer would fetch, resize, and store any address that a client names.
  images: { unoptimized: true },
  experimental: {
    // A page's code is loaded by its first visitor: all of it takes 50 MB.
    preloadEntriesOnStart: false,
    // The defaults are far more than any page sends: 1 MB, and 10 MB in memory.
    serverActions: { bodySizeLimit: MAX_PAGE_BODY_BYTES },
    proxyClientMaxBodySize: MAX_PAGE_BODY_BYTES,
  },
  // The timer of the self-hosted server calls these every second.
  logging: { incomingRequests: { ignore: [/^\/api\/cron\//] } },
  // Read at run time, so this makes serverless hosts keep them.
  outputFileTracingIncludes: {
    "/docs/**": ["./docs/guides/*.md", "./CHANGELOG.md"],
    "/llms.txt": ["./docs/guides/*.md", "./CHANGELOG.md"],
    "/api/**": ["./prisma/migrations/**"],
  },
  // Packages that only the image optimizer needs, or that a development package brings.
  outputFileTracingExcludes: { "*": ["node_modules/{sharp,@img,supports-color,has-flag}/**"] },
  async redirects() {
    return [...MOVED_PAGES];
  },
  async rewrites() {
    return {
      beforeFiles: [],
      afterFiles: [{ source: "/docs/:guide([\\w-]+).md", destination: "/docs/markdown/:guide" }],
      fallback: [{ source: "/((?!_next/static/).*)", destination: "/unknown" }],
    };
  },
  // proxy.ts doesn't see files of the build. The self-hosted server and Vercel add HSTS to them.
  async headers() {
    return [
      {
        // The framework would add to the headers of these handlers, where some have another value.
        source:
          "/((?!v1/|api/|f/|forms/[^/]+/(?:form|notify/auto-reply)/preview$|test-inbox/[^/]+/preview$|settings/brand/preview$).*)",
        headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
      },
      {
        source: "/((?!_next/static/|f/[^/]+/logo$).*)",
        headers: [{ key: "Cache-Control", value: "no-store" }],
      },
      formScriptHeaders("/form.js", "public, max-age=300"),
      {
        source: "/challenge.js",
        headers: [{ key: "Cache-Control", value: "public, max-age=300" }],
      },
      ...[formScripts.newest, ...formScripts.older].map(({ path }) =>
        formScriptHeaders(path, "public, max-age=31536000, immutable"),
      ),
    ];
  },
};

export default config;
