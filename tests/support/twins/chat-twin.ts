import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveHttp } from "#tests/support/twins/listen";

type ChatBody = {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
} & Record<string, unknown>;
type ChatCall = { path: string; headers: IncomingHttpHeaders; body: ChatBody };
type ChatReply = (response: ServerResponse, call: ChatCall) => unknown;

/** What the model says, in the envelope of OpenAI's chat completions. */
export function say(content: string | null): ChatReply {
  return (response, { body }) => {
    const choice = { index: 0, message: { role: "assistant", content }, finish_reason: "stop" };
    const envelope = { id: "chatcmpl-1", object: "chat.completion", model: body.model };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ ...envelope, choices: [choice] }));
  };
}

export const verdict = (verdict: string, reason: string) =>
  say(JSON.stringify({ verdict, reason }));

/** Any other response. */
export function respond(
  status: number,
  body = "",
  headers: Record<string, string> = {},
): ChatReply {
  return (response) => response.writeHead(status, headers).end(body);
}

/** A valid beginning that goes on until the connection ends. */
export const endless: ChatReply = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(10_000)));
  };
  response.on("drain", more);
  more();
};

/** The events of a stream, as with `stream: true`. */
export const stream: ChatReply = (response) => {
  const chunk = { choices: [{ delta: { content: '{"verdict":"fine","reason":"genuine"}' } }] };
  response
    .writeHead(200, { "content-type": "text/event-stream" })
    .end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
};

/** Rejects a body with one of these members, as servers do that don't know it. */
export function rejectMembers(names: readonly string[], otherwise: ChatReply): ChatReply {
  return (response, call) => {
    const unknown = names.find((name) => name in call.body);
    if (unknown === undefined) return otherwise(response, call);
    const error = { message: `Unrecognized request argument: ${unknown}` };
    return response.writeHead(400).end(JSON.stringify({ error }));
  };
}

/** A server with OpenAI's chat completions. It holds what it's asked until `release`, if `hold` was called. */
export async function startChatTwin() {
  const calls: ChatCall[] = [];
  let reply: ChatReply = verdict("fine", "genuine");
  let held: (() => void)[] | null = null;

  const { url, stop } = await serveHttp(async (request, response) => {
    const { url: path = "", headers } = request;
    const call = { path, headers, body: JSON.parse(await text(request)) };
    calls.push(call);
    if (held) held.push(() => reply(response, call));
    else await reply(response, call);
  });

  return {
    url,
    /** All calls, oldest first. */
    calls,
    reply(next: ChatReply) {
      reply = next;
    },
    hold() {
      held = [];
    },
    /** How many calls wait for an answer. */
    heldCount: () => held?.length ?? 0,
    /** Answers the calls that wait, and holds those that follow. */
    releaseHeld() {
      const ready = held ?? [];
      held = [];
      for (const answer of ready) answer();
    },
    reset() {
      calls.length = 0;
      held = null;
      reply = verdict("fine", "genuine");
    },
    stop,
  };
}
