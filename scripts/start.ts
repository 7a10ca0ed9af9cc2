import { buildApp, generateClient } from "#server/start/build";
import { serve } from "#server/start/serve";

const isDevelopment = process.argv[2] === "development";
await serve({ isDevelopment, generateClient, buildApp });
