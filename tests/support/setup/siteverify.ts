import { afterAll } from "vitest";
import { startSiteverifyTwin } from "#tests/support/twins/siteverify-twin";

/** The siteverify twin that the service calls in this test file. */
export const siteverify = await startSiteverifyTwin();
process.env.TURNSTILE_VERIFY_URL = siteverify.url;

afterAll(() => siteverify.stop());
