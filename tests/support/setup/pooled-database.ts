import { beforeEach, inject } from "vitest";

const poolerUrl = inject("poolerUrl");

// The database of this file, through the pooler of the run.
if (poolerUrl && process.env.DATABASE_URL) {
  const { pathname } = new URL(process.env.DATABASE_URL);
  process.env.DATABASE_URL = new URL(pathname, poolerUrl).href;
  process.env.DATABASE_PREPARED = "0";
} else {
  beforeEach(({ skip }) => skip());
}
