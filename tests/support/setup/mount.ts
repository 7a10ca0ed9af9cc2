import { inject } from "vitest";

const { baseUrl, databaseUrl, storageDir, siteverifyPort } = inject("mount");

// Read by transport.ts, database.ts and siteverify.ts; the factories store files where the app does.
Object.assign(process.env, {
  TEST_BASE_URL: baseUrl,
  TEST_DATABASE_URL: databaseUrl,
  TEST_SITEVERIFY_PORT: String(siteverifyPort),
  STORAGE_DIR: storageDir,
});
