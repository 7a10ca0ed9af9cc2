import { buildApp, generateClient } from "#selfhost/build";
import { startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { serve } from "#selfhost/serve";

const isDevelopment = process.argv[2] === "development";
await serve({ isDevelopment, generateClient, buildApp, startEmbeddedDatabase });
