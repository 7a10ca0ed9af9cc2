import { test } from "vitest";
import { drillWithPosts } from "#tests/support/drills/pooled-drill";
import { POOL_SIZE } from "#tests/support/setup/pooler";
import { connectThroughPooler } from "#tests/support/twins/own-pooler";

connectThroughPooler(
  { pool_mode: "transaction", default_pool_size: POOL_SIZE },
  { DATABASE_PREPARED: "1" },
);

test("named statements through a transaction pooler fail no request, whether it supports them or not", async () => {
  await drillWithPosts();
}, 120_000);
