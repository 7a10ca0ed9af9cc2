import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { ERROR_STATUS } from "#lib/core/errors";
import { ScriptErrorBody } from "#tests/support/contract/check-answer";
import { BROWSER_ACCEPT } from "#tests/support/contract/intake";
import { startOrigin } from "#tests/support/contract/origin";
import {
  createForm,
  createOwnForm,
  createToken,
  createWorkspace,
} from "#tests/support/factories/factories";
import { saveLogo } from "#tests/support/factories/logo-factories";
import { createAttachment, createSubmission } from "#tests/support/factories/message-factories";
import { PNG } from "#tests/support/factories/sample-files";

const { server, port, base } = await startOrigin();

test("responds to a preflight without a length or headers of the framework", async () => {
  const origin = "https://www.acme.com";
  const { form } = await createOwnForm({ settings: { allowedOrigins: [origin] } });
  const headers = { origin, "access-control-request-method": "POST" };
  const answer = await fetch(`${base}/f/${form.publicKey}`, { method: "OPTIONS", headers });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("content-length")).toBeNull();
  expect(answer.headers.get("vary")).toBe("Origin");
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(answer.headers.get("access-control-max-age")).toBe("86400");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("serves everything under the four prefixes, and leaves pages to the framework", async () => {
  const { publicKey } = (await createOwnForm()).form;
  const own = `/f/${publicKey}`;
  const sent = await fetch(base + own, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"message":"Hello"}',
  });
  expect(sent.status).toBe(200);
  expect(await (await fetch(`${base}${own}?lang=en`)).text()).toContain("<form");
  for (const [status, method, paths] of [
    [200, "HEAD", [own]],
    [200, "GET", [`${own}/`, `${own}/thanks`, "/api/live"]],
    [401, "GET", ["/api/account"]],
    [404, "GET", [`${own}/logo`, "/f", "/f/", "/f/x/y", "/api", "/api/nope", "/mcp/x"]],
    [405, "DELETE", [own]],
    [405, "POST", [`${own}/thanks`, `${own}/logo`]],
    [418, "GET", ["/v10/forms", "/apis", "/form.js", "/mcpx", "/inbox", "/"]],
  ] as const)
    for (const path of paths)
      expect((await fetch(base + path, { method })).status, `${method} ${path}`).toBe(status);
});

test("a script that sends to a wrong address or by a wrong method gets an error that it understands, a browser a page", async () => {
  const own = `/f/${(await createOwnForm()).form.publicKey}`;
  const accept = { accept: BROWSER_ACCEPT };
  for (const [method, path, code] of [
    ["POST", `${own}/x`, "not_found"],
    ["POST", "/f", "not_found"],
    ["PUT", own, "method_not_allowed"],
    ["POST", `${own}/thanks`, "method_not_allowed"],
  ] as const) {
    const answer = await fetch(base + path, { method, body: "{}" });
    const { error } = ScriptErrorBody.parse(await answer.json());
    expect([error.code, error.requestId]).toEqual([code, answer.headers.get("x-request-id")]);
    expect(answer.status).toBe(ERROR_STATUS[code]);
    expect(answer.headers.has("allow")).toBe(code === "method_not_allowed");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const page = await fetch(base + path, { method, body: "{}", headers: accept });
    expect([page.status, page.headers.get("content-type")]).toEqual([
      answer.status,
      "text/html; charset=utf-8",
    ]);
  }
});

test("sends a logo, only its head, or that the browser has it already", async () => {
  const { ctx, form } = await createOwnForm();
  await saveLogo(ctx, form.id, new Uint8Array(PNG));
  const url = `${base}/f/${form.publicKey}/logo`;
  const whole = await fetch(url);
  expect(PNG.equals(await whole.bytes())).toBe(true);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("content-length")).toBe(String(PNG.length));
  const etag = whole.headers.get("etag") ?? "";
  const again = await fetch(url, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("content-length")).toBeNull();
});

test("accepts a submission over HTTP/1.0 without a Host", async () => {
  const { form } = await createOwnForm();
  const body = '{"message":"Hello"}';
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /f/${form.publicKey} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(1);
});

test("stores no submission and records no rejection when the client disconnects", async () => {
  const { form } = await createOwnForm();
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /f/${form.publicKey} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":"`,
  );
  const [request] = await once(server, "request");
  const gone = new Promise((resolve) => request.once("close", resolve));
  socket.destroy();
  await gone;
  // A rejection of the first request would be recorded before this one's response.
  const rejected = await fetch(`${base}/f/${form.publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(rejected.status).toBe(422);
  await vi.waitUntil(() => db().rejectedSubmission.count({ where: { formId: form.id } }));
  const notes = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
  expect(notes.map(({ code }) => code)).toEqual(["empty_submission"]);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
});

test("serves the management API, including unknown paths and methods", async () => {
  const token = await createToken(await createWorkspace());
  const headers = { authorization: `Bearer ${token.token}` };
  const read = (path: string, method = "GET") => fetch(base + path, { method, headers });
  expect((await read("/v1/token")).status).toBe(200);
  await vi.waitUntil(
    async () => (await db().token.findFirst({ where: { id: token.id } }))?.lastUsedAt,
  );
  for (const path of ["/v1", "/v1/nope", "/v1/%66orms", "/v1/forms/%25"])
    expect((await read(path)).status, path).toBe(404);
  expect((await read("/v1/submissions/export", "DELETE")).headers.get("allow")).toBe("GET");
  const head = await read("/v1/forms", "HEAD");
  expect([head.status, await head.text()]).toEqual([405, ""]);
});

test("streams a download with Content-Length after another client disconnects midway", async () => {
  const workspace = await createWorkspace();
  const { token } = await createToken(workspace, { scopes: ["files:read"] });
  const submission = await createSubmission(workspace, await createForm(workspace));
  const content = new Uint8Array(4 * 1024 * 1024).fill(7);
  const file = await createAttachment(workspace, submission, { content });
  const url = `${base}/v1/submissions/${submission.id}/attachments/${file.id}`;
  const headers = { authorization: `Bearer ${token}` };
  const leaving = new AbortController();
  const cut = await fetch(url, { headers, signal: leaving.signal });
  await cut.body?.getReader().read();
  leaving.abort();
  const whole = await fetch(url, { headers });
  expect(whole.headers.get("content-length")).toBe(String(content.byteLength));
  expect((await whole.arrayBuffer()).byteLength).toBe(content.byteLength);
});
