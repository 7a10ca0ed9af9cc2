import { settings } from "#lib/core/settings/settings";
import { type MetricValues, metrics } from "#lib/core/telemetry/metrics";
import { type ModelFailure, modelHealth } from "#lib/domain/spam/ask-model";

const LAST_VERDICT = "form_intake_spam_model_last_verdict_timestamp_seconds";
const LAST_FAILURE = "form_intake_spam_model_last_failure_timestamp_seconds";
const FAILURES_IN_ROW = "form_intake_spam_model_failures_in_row";

/** The reason for each failure, and what an operator can do. */
const PROBLEMS: Readonly<Record<ModelFailure, string>> = {
  unreachable: "The server can’t be reached. Check that it runs, and SPAM_MODEL_URL.",
  timeout: "A response takes more than 15 seconds. Use a smaller model, or one without reasoning.",
  unauthorized: "The server rejects the key or the account (401 or 402). Check SPAM_MODEL_KEY.",
  not_found:
    "The server doesn’t know the model or the address (404 or 405). Check SPAM_MODEL and SPAM_MODEL_URL.",
  busy: "The server has too many requests (429).",
  failed: "The server fails. Read its log.",
  redirected:
    "The server redirects, which isn’t followed. Set SPAM_MODEL_URL to where it redirects.",
  unreadable:
    "The response isn’t one of a chat completions API, or is larger than 64 KiB. Check SPAM_MODEL_URL.",
  rejected:
    "The server rejected the question (400, 403, or similar). If that happens often, read its log.",
  unclear: "The model said something else than a verdict. If that happens often, try another one.",
};

/** Records the health of the operator's model in this thread's metrics. */
export function noteModelHealth(): void {
  const { failuresInRow, lastAnswerAt, lastError } = modelHealth(new Date());
  const { modelFailuresInRow, modelLastVerdict, modelLastFailure } = metrics();
  modelFailuresInRow.set(failuresInRow);
  modelLastVerdict.set((lastAnswerAt ?? 0) / 1000);
  modelLastFailure.reset();
  if (lastError) modelLastFailure.set({ failure: lastError.failure }, lastError.at / 1000);
}

function valuesOf(all: readonly MetricValues[], name: string) {
  return all
    .flat()
    .filter((metric) => metric.name === name)
    .flatMap(({ values }) => values);
}

const isFailure = (text: unknown): text is ModelFailure =>
  typeof text === "string" && Object.hasOwn(PROBLEMS, text);

/**
 * Reports on the operator's model, over all threads of this process; null if there is none. Times are in epoch
 * milliseconds.
 */
export function reportModel(all: readonly MetricValues[]) {
  const { spamModel } = settings();
  if (!spamModel) return null;
  const newest = (name: string) =>
    valuesOf(all, name).toSorted((one, two) => two.value - one.value)[0];
  const judgedAt = newest(LAST_VERDICT)?.value ?? 0;
  const failed = newest(LAST_FAILURE);
  const failure = failed && failed.value > judgedAt ? failed.labels.failure : undefined;
  return {
    name: spamModel.model,
    host: new URL(spamModel.endpoint).host,
    lastVerdictAt: Math.round(judgedAt * 1000) || null,
    failuresInRow: failure === undefined ? 0 : (newest(FAILURES_IN_ROW)?.value ?? 0),
    /**
     * The reason that the latest request had no verdict; null if it had one, or there was no
     * request.
     */
    problem: isFailure(failure) ? PROBLEMS[failure] : null,
  };
}
