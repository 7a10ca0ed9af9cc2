import { afterAll } from "vitest";
import { startSiteverifyTwin } from "#tests/support/twins/siteverify-twin";

// A running server got siteverify's URL when it started.
const { TEST_SITEVERIFY_PORT } = process.env;

/** The siteverify twin that the service calls in this test file. */
export const siteverify = await startSiteverifyTwin(Number(TEST_SITEVERIFY_PORT ?? 0));
process.env.TURNSTILE_VERIFY_URL = siteverify.url;

afterAll(() => siteverify.stop());
