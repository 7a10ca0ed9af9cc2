import { request } from "node:http";
import { expect, inject, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#lib/core/client-address";
import { askAsIs } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";
import { sendFiles } from "#tests/support/factories/service-requests";

const { baseUrl } = inject("mount");

const ask = (method: string, path: string, headers?: Record<string, string>) =>
  askAsIs(baseUrl, method, path, headers);

/** Sends a complete request and disconnects after `delayMs`, with or without a response. */
function leaveAfter(delayMs: number, path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${baseUrl}${path}`, { method: "POST", headers, agent: false });
    call.once("error", () => undefined).once("close", () => resolve());
    call.once("socket", (socket) =>
      socket.once("connect", () => setTimeout(() => call.destroy(), delayMs)),
    );
    call.end("[]");
  });
}

test("a client that disconnects early ends only its own request", async () => {
  const ways: Record<string, string>[] = [
    {},
    { authorization: "Bearer x" },
    { "next-action": "0".repeat(42) },
  ];
  for (const headers of ways)
    for (let delayMs = 0; delayMs < 20; delayMs += 1)
      await Promise.all(
        ["/inbox", "/docs", "/nothing-here"].map((path) => leaveAfter(delayMs, path, headers)),
      );
  expect((await ask("GET", "/api/health")).status).toBe(200);
});

test("a client can't choose the IP address that its requests are counted under", async () => {
  const remaining = async (address: string) => {
    const { headers } = await ask("GET", "/v1/token", { [CLIENT_ADDRESS_HEADER]: address });
    return Number(/^"ip";r=(\d+);/.exec(headers.ratelimit ?? "")?.[1]);
  };
  const first = await remaining("192.0.2.1");
  expect(await remaining("192.0.2.2")).toBeLessThan(first);
});

test("a slash at the end of a form's address changes nothing", async () => {
  const owner = await Owner.signUp(baseUrl);
  const { publicKey } = await owner.createForm("Contact");
  const [address, origin] = [`/f/${publicKey}/`, "https://shop.example.com"];
  const json = { "content-type": "application/json" };
  const sent = await askAsIs(baseUrl, "POST", address, json, '{"message":"Hello"}');
  expect(sent.status).toBe(200);
  expect((await ask("GET", address)).body.toString("utf8")).toContain("<form");
  const preflight = await ask("OPTIONS", address, {
    origin,
    "access-control-request-method": "POST",
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
});

test("a download has a Content-Length, so that clients can detect truncation", async () => {
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Files", { settings: { uploads: { enabled: true } } });
  const text = "line of a file\n".repeat(20_000);
  const files = [new File([text], "notes.txt", { type: "text/plain" })];
  const id = await sendFiles(baseUrl, form, { name: "Ada" }, files);
  const [file] = (await owner.readMessage(id)).attachments;
  const api = `/submissions/${id}/attachments/${file?.id}`;
  const byToken = await owner.api("GET", api, 200);
  const cookie = `${owner.cookie.name}=${owner.cookie.value}`;
  const bySession = await fetch(`${baseUrl}/api/account${api}`, { headers: { cookie } });
  for (const download of [byToken, bySession]) {
    expect(download.headers.get("content-length")).toBe(String(text.length));
    expect(await download.text()).toBe(text);
  }
});
