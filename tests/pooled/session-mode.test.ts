import { test } from "vitest";
import { drillWithPosts } from "#tests/support/drills/pooled-drill";
import { POOL_SIZE } from "#tests/support/setup/pooler";
import { connectThroughPooler } from "#tests/support/twins/own-pooler";

connectThroughPooler(
  { pool_mode: "session", default_pool_size: POOL_SIZE },
  { DATABASE_PREPARED: "1", DATABASE_POOL_MAX: String(POOL_SIZE) },
);

test("500 concurrent submissions and other API calls succeed in session mode with named statements", async () => {
  await drillWithPosts();
}, 120_000);
