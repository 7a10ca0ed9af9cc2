import { RECEIVER_HOST } from "#tests/support/twins/receiver";
import { setUpReceiver } from "#tests/support/twins/set-up-receiver";

export const OTHER_HOST = "other.example.com";

/** The receiver that the service calls in this test file, with two hostnames. */
export const receiver = await setUpReceiver([RECEIVER_HOST, OTHER_HOST]);
