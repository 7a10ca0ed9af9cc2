import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { ErrorEnvelope } from "#lib/entry/http/respond";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { OpenApiDocument } from "#lib/entry/openapi/document";
import { INTAKE_PATH } from "#lib/entry/openapi/intake-operation";
import { openApiRoute } from "#lib/entry/openapi/serve-document";
import {
  encodeBody,
  type FuzzedRequest,
  fuzzOperation,
  type Known,
  pathsWithoutReferences,
} from "#tests/clients/document/fuzz-operation";
import {
  apiDocument,
  checkDocumented,
  documentedAnswer,
} from "#tests/support/contract/api-document";
import { type Answer, readResult } from "#tests/support/contract/check-answer";
import { sampleOf } from "#tests/support/contract/contract-samples";
import {
  createForm,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { startApiServer } from "#tests/support/twins/api-server";

/** For each operation. By default, the whole suite takes about 40 seconds. */
const TIME_LIMIT_MS = Number(process.env.FUZZ_MS ?? 1_000);
const MAX_RUNS = TIME_LIMIT_MS / 6;
const SAMPLES = 5;
/** Of an API or the intake, which adds members for scripts. {@link checkDocumented} checks them all. */
const AnyError = z.looseObject(ErrorEnvelope.shape);
/** Headers that belong to the connection or the body, which OpenAPI doesn't list. */
const TRANSPORT = [
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
];

/** Rules that depend on stored data, or on another member, by the path in `details`. */
const STATE_RULES: Readonly<Record<string, RegExp>> = {
  // Required for a new widget or site key.
  connectTurnstile: /^secretKey$/,
  // What a template's parts say about each other, as for the operations that save them.
  createForm: /^(settings$|template\.(fields|destinations|webhook|options|routing)\.)/,
  // After `from`, by at most 31 days.
  replayWebhook: /^to$/,
  replayDestination: /^to$/,
  // Members of a field that its type excludes, and names that repeat or that the form reserves.
  saveFields: /^fields\.\d+\./,
  // The name of a nested value has its path too, and errors name 100 characters of it.
  submitForm: /^.{100}$/su,
  // After `opensAt`.
  saveOptions: /^closesAt$/,
  // Only a daily digest has an hour, and only a member gets one.
  saveNotificationChoice: /^(hour|memberId)$/,
  // Members of the workspace.
  updateSubmission: /^assigneeId$/,
  updateSubmissions: /^assigneeId$/,
  sendReply: /^replyToMemberId$/,
  // Time zones by their names, and columns that the file has.
  previewImport: /^settings\./,
  startImport: /^settings\./,
  // Names that are reserved or repeat, masked values that nothing is saved for, and values for another host.
  saveWebhook: /^headers\b/,
  // The same; URLs have a shape for each kind, and chats take one event and no headers.
  createDestination: /^(url|events|headers)\b/,
  updateDestination: /^(url|events|headers)\b/,
};

const { baseUrl, stop } = await startApiServer();

const served = await openApiRoute.GET(new Request("http://localhost:3000/openapi.json"));
const document: OpenApiDocument = await served.json();
const operations = Object.entries(pathsWithoutReferences(document)).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    title: `${method.toUpperCase()} ${path}`,
    path,
    method: method.toUpperCase(),
    operation,
  })),
);

const counts = { sent: 0, valid: 0, accepted: 0, byState: 0 };
const rejections = new Map<string, number>();
afterAll(() => {
  stop();
  const codes = [...rejections].sort(([, a], [, b]) => b - a);
  console.log(
    [
      `Fuzz from the document: ${operations.length} operations, ${counts.sent} requests, ${counts.accepted} accepted`,
      `  ${counts.valid} valid by the document, of which ${counts.byState} rejected because of stored state`,
      `  rejected: ${codes.map(([code, count]) => `${code} ${count}`).join(", ")}`,
    ].join("\n"),
  );
});

type Fuzzed = (typeof operations)[number] & {
  tokens: Record<FuzzedRequest["token"], string | null>;
};

/** Values that exist for an operation: IDs in its path, recipients, and the current revision. */
async function createKnown(workspace: Workspace, operationId: string): Promise<Known> {
  const recipientId = (await createVerifiedRecipient(workspace)).id;
  const members = { recipientIds: [[recipientId]], replyRecipientId: [recipientId] };
  const endpoint = endpoints.find((one) => one.operationId === operationId);
  if (!endpoint) {
    const form = await createForm(workspace, { settings: { uploads: { enabled: true } } });
    return { params: { publicKey: form.publicKey }, members };
  }
  const { params = {}, query = {}, body = {} } = await sampleOf(endpoint, workspace);
  const own = Object.entries({ revision: body.revision, formId: query.formId });
  const given = own.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]));
  return { params, members: { ...members, ...Object.fromEntries(given) } };
}

async function send({ method, path, tokens }: Fuzzed, request: FuzzedRequest): Promise<Answer> {
  const { params, query, headers, body, accept } = request;
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name]))),
    baseUrl,
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const token = path === INTAKE_PATH ? null : tokens[request.token];
  const encoded = body && encodeBody(body);
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      accept,
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && typeof encoded === "string" ? { "content-type": body.type } : {}),
    },
    ...(encoded === null ? {} : { body: encoded }),
  });
  return readResult(response);
}

/** Status, media type, body, and headers are documented, and error codes are described. */
function expectDocumented(answer: Answer, method: string, path: string): string | null {
  expect(answer.status, answer.bytes.toString("utf8")).toBeLessThan(500);
  checkDocumented(answer, method, path);
  const documented = documentedAnswer(path, method, answer.status)?.answer;
  const names = Object.keys(documented?.headers ?? {}).map((name) => name.toLowerCase());
  const undocumented = [...answer.headers.keys()].filter(
    (name) => !names.includes(name) && !TRANSPORT.includes(name),
  );
  expect(undocumented, `headers of ${answer.status}`).toEqual([]);
  if (answer.status < 400 || answer.json === undefined) return null;
  const { code } = AnyError.parse(answer.json).error;
  expect(documented?.description).toContain(`\`${code}\``);
  return code;
}

function isByState(operationId: string, answer: Answer): boolean {
  const { details = [] } = AnyError.parse(answer.json).error;
  return details.every(({ path }) => STATE_RULES[operationId]?.test(path) === true);
}

async function expectFits(fuzzed: Fuzzed, request: FuzzedRequest): Promise<void> {
  const { path, method, operation } = fuzzed;
  const answer = await send(fuzzed, request);
  const code = expectDocumented(answer, method, path);
  counts.sent += 1;
  if (code) rejections.set(code, (rejections.get(code) ?? 0) + 1);
  if (answer.status < 400) counts.accepted += 1;
  if (!request.isValid) return;
  counts.valid += 1;
  if (code === "validation_failed" && isByState(operation.operationId, answer)) {
    counts.byState += 1;
    return;
  }
  expect(
    ["validation_failed", "invalid_json", "unsupported_media_type"],
    answer.bytes.toString("utf8"),
  ).not.toContain(code);
}

test.each(operations)(
  "$title: understands everything the document allows, and every response is documented",
  async (one) => {
    const workspace = await createWorkspace({ plan: "scale" });
    const { token } = await createToken(workspace);
    const unscoped = (await createToken(workspace, { scopes: ["usage:read"] })).token;
    const fuzzed = { ...one, tokens: { all: token, unscoped, none: null } };
    const known: Known[] = [];
    for (let count = 0; count < SAMPLES; count += 1)
      known.push(await createKnown(workspace, one.operation.operationId));
    const requests = fuzzOperation(one.operation, known);
    // Compiles validators, which the time limit shouldn't count.
    fc.sample(requests, 5);
    await fc.assert(
      fc.asyncProperty(requests, (request) => expectFits(fuzzed, request)),
      { numRuns: MAX_RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
  },
);

test("the document of the running service is the one that is checked", () => {
  expect(Object.keys(document.paths)).toEqual(Object.keys(apiDocument.paths));
});
