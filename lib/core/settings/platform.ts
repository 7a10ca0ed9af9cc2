type Environment = Record<string, string | undefined>;

const COMMIT = /^[0-9a-f]{7,64}$/;

function findUrl(env: Environment): string | undefined {
  if (env.RENDER_EXTERNAL_URL) return env.RENDER_EXTERNAL_URL;
  if (env.RAILWAY_PUBLIC_DOMAIN) return `https://${env.RAILWAY_PUBLIC_DOMAIN}`;
  return env.FLY_APP_NAME && `https://${env.FLY_APP_NAME}.fly.dev`;
}

/**
 * Reads the variables of the hosting platform, or of our own build (`SOURCE_COMMIT`), about itself and this build.
 */
export function readPlatform(env: Environment) {
  const commits = [
    env.SOURCE_COMMIT,
    env.VERCEL_GIT_COMMIT_SHA,
    env.RENDER_GIT_COMMIT,
    env.RAILWAY_GIT_COMMIT_SHA,
  ];
  return {
    isVercel: env.VERCEL !== undefined,
    isServerless: (env.VERCEL ?? env.AWS_LAMBDA_FUNCTION_NAME) !== undefined,
    vercelEnv: env.VERCEL_ENV,
    /** The service's URL unless BASE_URL is set. */
    url: findUrl(env),
    /** The commit that this was built from; null if it isn't known. */
    commit: commits.find((commit) => commit && COMMIT.test(commit)) ?? null,
  };
}
