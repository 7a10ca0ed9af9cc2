import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, test, vi } from "vitest";
import { db } from "#lib/db/database";
import { createNodeIntake } from "#lib/http/intake/node-intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

// The self-hosted mount by itself, without the framework behind it.
const takeIntake = createNodeIntake();
const server = createServer((request, response) => {
  if (!takeIntake(request, response)) response.writeHead(418).end();
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a preflight is answered as bare as RFC 9110 has it, with nothing of the framework", async () => {
  const origin = "https://www.acme.com";
  const form = await createForm(await createWorkspace(), {
    settings: { allowedOrigins: [origin] },
  });
  const headers = { origin, "access-control-request-method": "POST" };
  const answer = await fetch(`${base}/f/${form.publicKey}`, { method: "OPTIONS", headers });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("content-length")).toBeNull();
  expect(answer.headers.get("vary")).toBe("Origin");
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(answer.headers.get("access-control-max-age")).toBe("86400");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("a post is taken, and what is neither goes on", async () => {
  const form = await createForm(await createWorkspace());
  const headers = { "content-type": "application/json" };
  const body = '{"message":"Hello"}';
  const posted = await fetch(`${base}/f/${form.publicKey}`, { method: "POST", headers, body });
  expect(posted.status).toBe(201);
  for (const [method, path] of [
    ["GET", `/f/${form.publicKey}`],
    ["OPTIONS", "/v1/forms"],
    ["POST", `/f/${form.publicKey}/thanks`],
  ])
    expect((await fetch(base + path, { method: method ?? "" })).status).toBe(418);
});

test("a post of HTTP/1.0, which needs no Host, is taken", async () => {
  const form = await createForm(await createWorkspace());
  const { port = 0 } = typeof address === "object" && address ? address : {};
  const body = '{"message":"Hello"}';
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /f/${form.publicKey} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(1);
});

test("a sender that goes away stores nothing, and is not told to the owner as a refusal", async () => {
  const form = await createForm(await createWorkspace());
  const { port = 0 } = typeof address === "object" && address ? address : {};
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /f/${form.publicKey} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":"`,
  );
  const [request] = await once(server, "request");
  const gone = new Promise((resolve) => request.once("close", resolve));
  socket.destroy();
  await gone;
  // What would be noted is noted before this one is answered.
  const headers = { "content-type": "application/json" };
  const refused = await fetch(`${base}/f/${form.publicKey}`, {
    method: "POST",
    headers,
    body: "{}",
  });
  expect(refused.status).toBe(422);
  await vi.waitUntil(() => db().intakeRefusal.count({ where: { formId: form.id } }));
  const notes = await db().intakeRefusal.findMany({ where: { formId: form.id } });
  expect(notes.map(({ code }) => code)).toEqual(["empty_submission"]);
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
});
