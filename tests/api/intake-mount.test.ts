import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { createNodeIntake } from "#lib/http/intake/node-intake";
import { createForm, createWorkspace } from "#tests/support/factories";

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
