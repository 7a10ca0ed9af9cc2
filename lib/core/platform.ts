import { z } from "zod";

/** Set by the hosting platform, or by our own build (`SOURCE_COMMIT`). */
const Platform = z.object({
  VERCEL: z.string().optional(),
  VERCEL_ENV: z.string().optional(),
  AWS_LAMBDA_FUNCTION_NAME: z.string().optional(),
  SOURCE_COMMIT: z.string().optional(),
  VERCEL_GIT_COMMIT_SHA: z.string().optional(),
  RENDER_GIT_COMMIT: z.string().optional(),
  RAILWAY_GIT_COMMIT_SHA: z.string().optional(),
  RENDER_EXTERNAL_URL: z.string().optional(),
  RAILWAY_PUBLIC_DOMAIN: z.string().optional(),
  FLY_APP_NAME: z.string().optional(),
});

const COMMIT = /^[0-9a-f]{7,64}$/;

function findUrl(given: z.output<typeof Platform>): string | undefined {
  if (given.RENDER_EXTERNAL_URL) return given.RENDER_EXTERNAL_URL;
  if (given.RAILWAY_PUBLIC_DOMAIN) return `https://${given.RAILWAY_PUBLIC_DOMAIN}`;
  return given.FLY_APP_NAME && `https://${given.FLY_APP_NAME}.fly.dev`;
}

/** Reads what the hosting platform says about itself and about this build. */
export function readPlatform(env: Record<string, string | undefined>) {
  const given = Platform.parse(env);
  const commits = [
    given.SOURCE_COMMIT,
    given.VERCEL_GIT_COMMIT_SHA,
    given.RENDER_GIT_COMMIT,
    given.RAILWAY_GIT_COMMIT_SHA,
  ];
  return {
    isVercel: given.VERCEL !== undefined,
    isServerless: (given.VERCEL ?? given.AWS_LAMBDA_FUNCTION_NAME) !== undefined,
    vercelEnv: given.VERCEL_ENV,
    /** The service's address unless BASE_URL is set. */
    url: findUrl(given),
    /** The commit that this was built from; null if it isn't known. */
    commit: commits.find((commit) => commit && COMMIT.test(commit)) ?? null,
  };
}
