import { randomBytes } from "node:crypto";
import { consume as consumeOfService } from "#lib/adapters/limiter/limiter";
import type { Limiter } from "#lib/adapters/limiter/limiter-memory";
import {
  ChatError,
  type ChatFailure,
  type ChatQuestion,
  createChatClient,
} from "#lib/adapters/spam-model/chat-client";
import { createCircuit } from "#lib/adapters/spam-model/circuit";
import { createWaitingList } from "#lib/adapters/spam-model/waiting-list";
import type { WorkspaceId } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";
import type { SpamModelServer } from "#lib/core/settings/spam-model-settings";
import { singleton } from "#lib/core/singleton";
import { log } from "#lib/core/telemetry/log";
import { metrics } from "#lib/core/telemetry/metrics";
import { parseAnswer, toSignal } from "#lib/domain/spam/model-answer";
import { buildQuestion, type ModelMessage } from "#lib/domain/spam/model-question";
import type { Signal } from "#lib/domain/spam/signals";

/**
 * The time limit of a request to the model, including waiting. Deliveries of a message may wait for
 * it.
 */
export const MODEL_DEADLINE_MS = 15_000;
const WAITING = { maxActive: 4, maxWaiting: 32, maxWaitingPerKey: 8 };
const CIRCUIT = { maxFailures: 5, restMs: 60_000 };
const MAX_PER_MINUTE = 60;

/** `unclear`: the server works, but the model's response isn't in the requested format. */
export type ModelFailure = ChatFailure | "unclear";

/**
 * The health of the operator's model, as known to this thread of this process. Times are in epoch
 * milliseconds.
 */
export type ModelHealth = {
  isConfigured: boolean;
  lastAnswerAt: number | null;
  failuresInRow: number;
  /** True while the model isn't asked because it failed too often. */
  isOpen: boolean;
  /** The reason that the latest request had no response; null once one has. */
  lastError: { failure: ModelFailure; at: number } | null;
};

type Options = {
  deadline?: (ms: number) => AbortSignal;
  consume?: Limiter["consume"];
};

/** Creates a client for a model, which limits the requests to its server. */
export function createModel(server: SpamModelServer, options: Options = {}) {
  const { deadline = (ms) => AbortSignal.timeout(ms), consume = consumeOfService } = options;
  const client = createChatClient(server);
  const circuit = createCircuit(CIRCUIT);
  const line = createWaitingList(WAITING);
  let lastAnswerAt: number | null = null;
  let lastError: ModelHealth["lastError"] = null;

  function noteFailure(failure: ModelFailure, now: number): void {
    // A message can cause both of these, and must not be able to turn the model off.
    const isOfServer = failure !== "unclear" && failure !== "rejected";
    if (isOfServer) circuit.noteFailure(now);
    else circuit.noteSuccess();
    if (lastError?.failure !== failure)
      log().warn({ failure, host: new URL(server.endpoint).host }, "spam model without a verdict");
    lastError = { failure, at: now };
    metrics().modelQuestions.inc({ result: isOfServer ? "failed" : failure });
  }

  async function askNow(question: ChatQuestion, signal: AbortSignal, now: number) {
    if (!circuit.admits(now)) return skip();
    try {
      const answer = parseAnswer(await client.ask(question, signal));
      if (!answer) {
        noteFailure("unclear", now);
        return null;
      }
      circuit.noteSuccess();
      lastAnswerAt = Math.max(lastAnswerAt ?? 0, now);
      lastError = null;
      metrics().modelQuestions.inc({ result: "judged" });
      return toSignal(answer);
    } catch (error) {
      if (!(error instanceof ChatError)) throw error;
      noteFailure(error.failure, now);
      return null;
    }
  }

  function skip(): null {
    metrics().modelQuestions.inc({ result: "skipped" });
    return null;
  }

  async function ask(message: ModelQuestion, at: Date): Promise<Signal | null> {
    const { workspaceId: key } = message;
    const now = at.getTime();
    const question = buildQuestion(message, randomBytes(12).toString("hex"));
    if (!question) return null;
    if (circuit.isOpen(now)) return skip();
    const signal = deadline(MODEL_DEADLINE_MS);
    const bucket = { name: "spam-model", key, limit: MAX_PER_MINUTE, windowSeconds: 60 };
    if (!(await consume(bucket)).isAllowed) return skip();
    const turn = await line.run(key, signal, async () => ({
      found: await askNow(question, signal, now),
    }));
    return turn ? turn.found : skip();
  }

  return {
    ask,
    health: (now: Date): ModelHealth => ({
      isConfigured: true,
      lastAnswerAt,
      failuresInRow: circuit.failuresInRow(),
      isOpen: circuit.isOpen(now.getTime()),
      lastError,
    }),
  };
}

/** A message, and its workspace. The sender's own address and number aren't sent to the model. */
export type ModelQuestion = ModelMessage & { workspaceId: WorkspaceId };

function model() {
  const { spamModel } = settings();
  return spamModel && singleton("spam-model", () => createModel(spamModel));
}

/** Returns whether the operator has configured a model to ask about spam. */
export function isModelConfigured(): boolean {
  return settings().spamModel !== null;
}

/**
 * Asks the operator's model about a message, once. Never throws and takes at most 15 seconds: null if no model is
 * set, it doesn't answer, or there are too many questions.
 */
export async function askModel(question: ModelQuestion, now: Date): Promise<Signal | null> {
  try {
    return (await model()?.ask(question, now)) ?? null;
  } catch (err) {
    log().error({ err }, "asking the spam model failed");
    return null;
  }
}

/** Returns the health of the operator's model, as known to this thread. */
export function modelHealth(now: Date): ModelHealth {
  const none = { lastAnswerAt: null, failuresInRow: 0, isOpen: false, lastError: null };
  return model()?.health(now) ?? { isConfigured: false, ...none };
}
