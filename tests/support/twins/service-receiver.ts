import type { DestinationKind } from "#lib/domain/endpoints/chats/kinds";
import { DESTINATION_URLS } from "#tests/support/factories/destination-factories";
import { findPayloadProblem } from "#tests/support/twins/chat-payloads";
import { answer, type Reply } from "#tests/support/twins/receiver";
import { setUpReceiver } from "#tests/support/twins/set-up-receiver";

const HOSTS = Object.values(DESTINATION_URLS).map((url) => new URL(url).hostname);

/**
 * A local stand-in for the destinations' services: one receiver that answers for all their hostnames.
 * Call it once, at the top of the file.
 */
export const setUpServices = () => setUpReceiver(HOSTS);

const ECHO = "https://script.googleusercontent.com/macros/echo?user_content_key=x";

/** Each service's response to a message. */
export const TAKEN: Readonly<Record<DestinationKind, Reply>> = {
  webhook: answer(204),
  slack: answer(200, "ok"),
  discord: answer(204),
  teams: answer(202),
  telegram: answer(200, '{"ok":true,"result":{"message_id":1}}'),
  sheets: answer(302, "", { location: ECHO }),
};

/** Each service's response to too many messages; each asks for 30 seconds. */
export const TOO_FAST: Readonly<Record<DestinationKind, Reply>> = {
  webhook: answer(429, "", { "retry-after": "30" }),
  slack: answer(429, "rate_limited", { "retry-after": "30" }),
  discord: answer(429, '{"message":"You are being rate limited.","retry_after":30.0}'),
  teams: answer(503, "", { "retry-after": "30" }),
  telegram: answer(429, '{"ok":false,"error_code":429,"parameters":{"retry_after":30}}'),
  sheets: answer(429, "", { "retry-after": "30" }),
};

/** Each service's response for a URL that's gone. */
export const GONE: Readonly<Record<DestinationKind, Reply>> = {
  webhook: answer(410),
  slack: answer(404, "no_service"),
  discord: answer(404, '{"message":"Unknown Webhook","code":10015}'),
  teams: answer(410),
  telegram: answer(403, '{"ok":false,"description":"Forbidden: bot was kicked"}'),
  sheets: answer(410),
};

/** Takes a message like the service, after checking it as the service does. */
export function taken(kind: DestinationKind): Reply {
  return (event, response, socket) => {
    const isChat = kind !== "webhook" && kind !== "sheets";
    const problem = isChat ? findPayloadProblem(kind, event.body) : null;
    const reply = problem === null ? TAKEN[kind] : answer(400, problem);
    reply(event, response, socket);
  };
}
