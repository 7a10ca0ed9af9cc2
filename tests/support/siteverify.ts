import { afterAll } from "vitest";
import { startSiteverifyTwin } from "#tests/support/siteverify-twin";

/** The siteverify that the service asks in this test file. */
export const siteverify = await startSiteverifyTwin();
process.env.TURNSTILE_VERIFY_URL = siteverify.url;

afterAll(() => siteverify.stop());
