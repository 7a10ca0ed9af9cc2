import { inject } from "vitest";

// This test file's database, through the run's pooler.
const { pathname } = new URL(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = new URL(pathname, inject("poolerUrl")).href;
process.env.DATABASE_PREPARED = "0";
