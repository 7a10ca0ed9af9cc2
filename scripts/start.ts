import { buildApp, generateClient } from "#selfhost/build";
import { serve } from "#selfhost/serve";

const isDevelopment = process.argv[2] === "development";
await serve({ isDevelopment, generateClient, buildApp });
