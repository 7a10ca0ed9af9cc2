import { inject } from "vitest";

const { databaseUrl, storageDir, siteverifyPort } = inject("mount");

// Read by database.ts and siteverify.ts; the factories store files where the app does.
Object.assign(process.env, {
  TEST_DATABASE_URL: databaseUrl,
  TEST_SITEVERIFY_PORT: String(siteverifyPort),
  STORAGE_DIR: storageDir,
});
