import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkspaceId } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { metrics, registerMetricsSource } from "#lib/core/telemetry/metrics";
import { askModel } from "#lib/domain/spam/ask-model";
import type { Handler } from "#lib/entry/http/handler";
import { forWeb } from "#lib/entry/http/http-types";
import { noteModelHealth } from "#lib/entry/operations/model-report";
import { getOperatorReport } from "#lib/entry/operations/operator-report";
import { serveInternalApi, serveMetrics } from "#lib/entry/operations/serve-operations";
import { changeSettings } from "#tests/support/setup/change-settings";
import { respond, startChatTwin, verdict } from "#tests/support/twins/chat-twin";

const KEY = "sk-very-secret";
const AT = Date.parse("2026-11-29T10:00:00Z");
const headers = { authorization: "Bearer cron-secret-of-the-tests" };

let twin: Awaited<ReturnType<typeof startChatTwin>>;
beforeAll(async () => {
  twin = await startChatTwin();
});
afterAll(() => twin.stop());

const ask = (at: number) =>
  askModel(
    {
      workspaceId: newId() as WorkspaceId,
      formName: "Contact",
      labels: [],
      fields: [["message", "Hello"]],
      sender: { email: null, phone: null },
    },
    new Date(at),
  );

async function read(path: string, serve: Handler, given: HeadersInit = {}) {
  const request = new Request(`http://localhost:3000${path}`, { headers: given });
  return (await forWeb(serve)(request, () => undefined)).text();
}

const readHealth = async (given?: HeadersInit) =>
  JSON.parse(await read("/api/health", serveInternalApi, given));
const readMetrics = () => read("/api/metrics", serveMetrics, headers);

test("nothing is said about a model that isn't set", async () => {
  expect((await getOperatorReport()).model).toBeNull();
  expect(await readHealth(headers)).not.toHaveProperty("spamModel");
});

test("operators see whether their model responds, without its key", async () => {
  const spamModel = { endpoint: `${twin.url}/v1/chat/completions`, model: "small", key: KEY };
  changeSettings({ spamModel });
  const host = new URL(twin.url).host;
  const fresh = { name: "small", host, lastVerdictAt: null, failuresInRow: 0, problem: null };
  expect((await getOperatorReport()).model).toEqual(fresh);

  twin.reply(verdict("fine", "genuine"));
  expect(await ask(AT)).not.toBeNull();
  const works = { ...fresh, lastVerdictAt: AT };
  expect((await getOperatorReport()).model).toEqual(works);

  twin.reply(respond(404, KEY));
  for (let nth = 1; nth <= 5; nth += 1) expect(await ask(AT + nth)).toBeNull();
  const fails = {
    ...works,
    failuresInRow: 5,
    problem:
      "The server doesn’t know the model or the address (404 or 405). Check SPAM_MODEL and SPAM_MODEL_URL.",
  };
  expect((await getOperatorReport()).model).toEqual(fails);
  expect((await readHealth(headers)).spamModel).toEqual(fails);
  expect(await readHealth()).not.toHaveProperty("spamModel");
  const text = await readMetrics();
  expect(text).toContain("form_intake_spam_model_failures_in_row 5\n");
  expect(text).toMatch(/last_failure_timestamp_seconds\{failure="not_found"\} 17\d+/);
  expect(text).toContain('form_intake_spam_model_questions_total{result="judged"} 1\n');
  expect(text).toContain('form_intake_spam_model_questions_total{result="failed"} 5\n');
  expect(text + JSON.stringify(await readHealth(headers))).not.toContain(KEY);

  twin.reply(verdict("fine", "genuine"));
  expect(await ask(AT + 61_000)).not.toBeNull();
  expect((await getOperatorReport()).model).toEqual({ ...fresh, lastVerdictAt: AT + 61_000 });
  expect(await readMetrics()).not.toContain('failure="not_found"');
});

test("what another thread of the process asked counts, too", async () => {
  const spamModel = { endpoint: `${twin.url}/v1/chat/completions`, model: "small", key: KEY };
  changeSettings({ spamModel });
  noteModelHealth();
  const { modelLastFailure, modelFailuresInRow, registry } = metrics();
  modelFailuresInRow.set(7);
  modelLastFailure.set({ failure: "timeout" }, (AT + 120_000) / 1000);
  const ofJobs = await registry.getMetricsAsJSON();
  registerMetricsSource(async () => ofJobs);
  const { model } = await getOperatorReport();
  expect(model).toMatchObject({ lastVerdictAt: AT + 61_000, failuresInRow: 7 });
  expect(model?.problem).toMatch(/more than 15 seconds/);
});
