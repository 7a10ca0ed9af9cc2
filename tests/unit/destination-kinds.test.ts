import { describe, expect, it } from "vitest";
import { maskUrl, recognizeKind } from "#lib/domain/endpoints/chats/kinds";
import {
  isGone,
  isThrottled,
  readChatOutcome,
  readWait,
} from "#lib/domain/endpoints/chats/responses";
import { CreateDestinationInput } from "#lib/domain/endpoints/destination-schema";
import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";
import { DESTINATION_URLS } from "#tests/support/factories/destination-factories";

const KINDS = Object.keys(DESTINATION_URLS) as (keyof typeof DESTINATION_URLS)[];

describe.each(KINDS)("a %s URL", (kind) => {
  const url = DESTINATION_URLS[kind];

  it("is recognized, and accepted only for its own kind", () => {
    expect(recognizeKind(` ${url} `)).toBe(kind);
    for (const other of KINDS) {
      const read = readDestinationUrl(other, url);
      if (other === kind) expect(read).toEqual({ url });
      else if (kind === "webhook") expect(read).toHaveProperty("problem");
      else expect(read).toEqual({ problem: expect.stringContaining(`of the kind ${kind}`) });
    }
  });

  it("is accepted as the form's webhook only if it's no service's", () => {
    expect("url" in readDestinationUrl("webhook", url)).toBe(kind === "webhook");
  });
});

it("accepts the other shapes that services give out", () => {
  for (const [kind, url] of [
    ["discord", "https://discordapp.com/api/webhooks/1/a-b_C"],
    ["discord", "https://canary.discord.com/api/v10/webhooks/1/a?thread_id=5"],
    ["teams", "https://contoso.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d"],
    [
      "teams",
      "https://default1.aa.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/ab/triggers/manual/paths/invoke?api-version=1&sig=x",
    ],
    ["telegram", "https://api.telegram.org/bot1:a/sendMessage?chat_id=@channel"],
    ["sheets", "https://script.google.com/a/macros/example.com/s/AKfy/exec"],
  ] as const)
    expect(readDestinationUrl(kind, url), url).toHaveProperty("url");
});

it("rejects what looks like a service but takes no messages", () => {
  for (const [kind, url] of [
    ["slack", "https://hooks.slack.com/triggers/T/1/a"],
    ["slack", "http://hooks.slack.com/services/T/B/a"],
    ["slack", "https://hooks.slack.com.evil.example/services/T/B/a"],
    ["slack", "https://hooks.slack.com@evil.example/services/T/B/a"],
    ["slack", "https://hooks.slack.com:8443/services/T/B/a"],
    ["discord", "https://discord.com/api/webhooks/1/a/slack"],
    ["telegram", "https://api.telegram.org/bot1:a/getUpdates?chat_id=1"],
    ["telegram", "https://api.telegram.org/bot1:a/sendMessage"],
    ["sheets", "https://script.google.com/macros/s/AKfy/dev"],
    ["teams", "https://logic.azure.com.evil.example/workflows/a/triggers/b/paths/invoke"],
  ] as const)
    expect(readDestinationUrl(kind, url), url).toHaveProperty("problem");
});

it("shows of a secret URL only its host and its last four characters", () => {
  expect(maskUrl(DESTINATION_URLS.slack)).toBe("https://hooks.slack.com/…1234");
});

it("gives chats no other events than submission.created", () => {
  const parse = (kind: keyof typeof DESTINATION_URLS) =>
    CreateDestinationInput.safeParse({
      kind,
      url: DESTINATION_URLS[kind],
      events: ["submission.updated"],
    });
  expect(parse("webhook").success).toBe(true);
  expect(parse("sheets").success).toBe(true);
  expect(parse("telegram").error?.issues[0]?.path).toEqual(["events"]);
});

const response = (status: number, body = "", change = {}) => ({
  outcome: "http_error" as const,
  status,
  body,
  retryAfter: null,
  location: null,
  error: null,
  ...change,
});

it("understands how each service says that a URL is gone", () => {
  for (const kind of KINDS) expect(isGone(kind, response(410)), kind).toBe(true);
  for (const [kind, status, body] of [
    ["slack", 404, "no_service"],
    ["slack", 403, "action_prohibited"],
    ["discord", 404, '{"message": "Unknown Webhook", "code": 10015}'],
    ["discord", 401, '{"message": "Invalid Webhook Token", "code": 50027}'],
    ["telegram", 401, '{"ok":false,"description":"Unauthorized"}'],
    ["telegram", 403, '{"ok":false,"description":"Forbidden: bot was blocked by the user"}'],
    ["telegram", 400, '{"ok":false,"description":"Bad Request: chat not found"}'],
  ] as const)
    expect(isGone(kind, response(status, body)), `${kind} ${status}`).toBe(true);
  for (const [kind, status, body] of [
    ["webhook", 404, ""],
    ["slack", 404, "other"],
    ["slack", 500, ""],
    ["discord", 400, ""],
    ["telegram", 400, "can't parse entities"],
    ["teams", 404, ""],
    ["sheets", 404, ""],
  ] as const)
    expect(isGone(kind, response(status, body)), `${kind} ${status}`).toBe(false);
});

it("waits as long as Retry-After, Discord, or Telegram say", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const waitOf = (body: string, retryAfter: string | null = null) =>
    readWait(response(429, body, { retryAfter }), now);
  expect(waitOf("", "7")).toBe(7_000);
  expect(waitOf('{"message":"slow","retry_after": 1.337,"global":false}')).toBe(1_337);
  expect(waitOf('{"ok":false,"parameters":{"retry_after":35}}', "5")).toBe(35_000);
  expect(waitOf("<html>")).toBeNull();
  expect([429, 503, 500].map((status) => isThrottled(response(status)))).toEqual([
    true,
    true,
    false,
  ]);
});

it("takes only Google's redirect to the script's output as the success of a sheet", () => {
  const to = (location: string, status = 302) =>
    readChatOutcome("sheets", response(status, "", { location })).outcome;
  expect(to("https://script.googleusercontent.com/macros/echo?user_content_key=x")).toBe(
    "succeeded",
  );
  expect(to("https://accounts.google.com/ServiceLogin")).toBe("http_error");
  expect(to("https://script.googleusercontent.com.evil.example/")).toBe("http_error");
  expect(readChatOutcome("sheets", response(200, "<html>", { outcome: "succeeded" })).outcome).toBe(
    "http_error",
  );
  expect(readChatOutcome("slack", response(200, "ok", { outcome: "succeeded" })).outcome).toBe(
    "succeeded",
  );
});
