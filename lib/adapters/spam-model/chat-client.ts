import { z } from "zod";
import { readResponse } from "#lib/core/service-response";
import type { SpamModelServer } from "#lib/core/settings/spam-model-settings";

/** The reasons for a missing response. All but `rejected` are about the server, not about the request. */
export type ChatFailure =
  | "unreachable"
  | "timeout"
  | "unauthorized"
  | "not_found"
  | "busy"
  | "failed"
  | "redirected"
  | "unreadable"
  | "rejected";

export class ChatError extends Error {
  override name = "ChatError";
  readonly failure: ChatFailure;
  constructor(failure: ChatFailure) {
    super(`no response of the model's server: ${failure}`);
    this.failure = failure;
  }
}

export type ChatQuestion = {
  system: string;
  user: string;
  /** The JSON Schema of the response, for servers that enforce one. */
  schema: object;
};

const MAX_RESPONSE_BYTES = 64 * 1024;
/** A verdict has about 25. On a slow machine, a message that makes a model talk takes no longer than these. */
const MAX_ANSWER_TOKENS = 256;
/** For OpenAI's reasoning models, which count their thoughts, too. */
const MAX_THINKING_TOKENS = 1_024;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

const BRIEF = { max_tokens: MAX_ANSWER_TOKENS, temperature: 0 };

/**
 * Options by server: some support no schema, some can't leave out the thinking, and OpenAI's reasoning
 * models have another name for the limit and no temperature. The first ones that a server accepts are
 * kept.
 */
const OPTIONS: readonly ((format: object) => object)[] = [
  (format) => ({ ...format, ...BRIEF, reasoning_effort: "none" }),
  (format) => ({ ...format, ...BRIEF }),
  () => BRIEF,
  (format) => ({ ...format, max_completion_tokens: MAX_THINKING_TOKENS }),
];

/** These include the responses to options that a server doesn't support. */
const REJECTED: readonly number[] = [400, 413, 415, 422];

function failureOf(status: number): ChatFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirected";
  if (status === 401 || status === 402) return "unauthorized";
  if (status === 404 || status === 405) return "not_found";
  if (status === 429) return "busy";
  // Providers respond with 403 to a text that they filter.
  return REJECTED.includes(status) || status === 403 ? "rejected" : "failed";
}

/** Reads the text of the response. A stream is rejected, because it wasn't requested. */
async function readAnswer(response: Response): Promise<string> {
  const text = await readResponse(response, MAX_RESPONSE_BYTES);
  const [choice] = Completion.parse(JSON.parse(text)).choices;
  return choice?.message.content ?? "";
}

/**
 * Creates a client of a chat completions API. The operator configured the server, so unlike a webhook's it may
 * be on this machine or a private network. Redirects aren't followed, because they'd send the text somewhere
 * else.
 */
export function createChatClient({ endpoint, model, key }: SpamModelServer) {
  let usual = 0;

  async function send(question: ChatQuestion, options: object, signal: AbortSignal) {
    const { system, user } = question;
    const messages = [
      { role: "system", content: system },
      { role: "user", content: user },
    ];
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages, stream: false, ...options }),
      signal,
      redirect: "manual",
      cache: "no-store",
    }).catch(() => {
      throw new ChatError(signal.aborted ? "timeout" : "unreachable");
    });
    const failure = failureOf(response.status);
    if (failure) await response.body?.cancel().catch(() => undefined);
    return { failure, response };
  }

  /**
   * Returns the model's text.
   *
   * @throws {ChatError} never with a `cause`, because the server's error text may repeat the message or the
   * key
   */
  async function ask(question: ChatQuestion, signal: AbortSignal): Promise<string> {
    const format = {
      response_format: {
        type: "json_schema",
        json_schema: { name: "verdict", strict: true, schema: question.schema },
      },
    };
    for (let nth = usual; nth < OPTIONS.length; nth += 1) {
      const { failure, response } = await send(question, OPTIONS[nth]?.(format) ?? {}, signal);
      if (REJECTED.includes(response.status)) continue;
      if (failure) throw new ChatError(failure);
      usual = nth;
      return await readAnswer(response).catch(() => {
        throw new ChatError(signal.aborted ? "timeout" : "unreadable");
      });
    }
    throw new ChatError("rejected");
  }

  return { ask };
}
