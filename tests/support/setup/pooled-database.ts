import { beforeEach, inject } from "vitest";

const poolerUrl = inject("poolerUrl");

// This test file's database, through the run's pooler.
if (poolerUrl && process.env.DATABASE_URL) {
  const { pathname } = new URL(process.env.DATABASE_URL);
  process.env.DATABASE_URL = new URL(pathname, poolerUrl).href;
  process.env.DATABASE_PREPARED = "0";
} else {
  beforeEach(({ skip }) => skip());
}
