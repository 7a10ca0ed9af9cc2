import { RECEIVER_HOST } from "#tests/support/twins/receiver";
import { setUpReceiver } from "#tests/support/twins/set-up-receiver";

export const OTHER_HOST = "other.example.com";

/** A receiver for webhooks, with two hostnames. Call it once, at the top of the file. */
export const setUpWebhookReceiver = () => setUpReceiver([RECEIVER_HOST, OTHER_HOST]);
