import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boundLargeBody } from "#lib/http/large-bodies";

const KIB = 1024;
const MIB = 1024 * KIB;
const CHUNK = Buffer.alloc(64 * KIB, 0x61);

/** Reads ahead like the framework; `/early` responds first. */
const server = createServer((incoming, response) => {
  boundLargeBody(incoming, response);
  let readBytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    readBytes += chunk.byteLength;
  });
  if (incoming.url === "/early") response.writeHead(413).end();
  incoming.on("end", () => {
    if (!response.writableEnded) response.end(String(readBytes));
    earlyBytes = readBytes;
  });
});
let earlyBytes = 0;

beforeAll(() => once(server.listen(0), "listening"));

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a body; resolves with how many bytes of it were read, once it was sent to its end. */
async function readOf(path: string, bytes: number, isDeclared: boolean): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const headers = isDeclared ? { "content-length": bytes } : {};
  const call = request({ port, path, method: "POST", headers, agent: false });
  const responded = once(call, "response");
  for (let sent = 0; sent < bytes; sent += CHUNK.byteLength)
    if (!call.write(CHUNK.subarray(0, bytes - sent))) await once(call, "drain");
  call.end();
  const [response]: IncomingMessage[] = await responded;
  return Number((await response?.toArray())?.join(""));
}

const WAYS = [
  { way: "declared", isDeclared: true },
  { way: "chunked", isDeclared: false },
];

test.each(WAYS)(
  "of 12 MiB, no more is kept than a handler needs to reject it ($way)",
  async ({ isDeclared }) => {
    for (const [path, most] of [
      ["/v1/forms", 32 * KIB],
      ["/api/account/sign-in", 32 * KIB],
      ["/mcp", 32 * KIB],
      ["/f/abc", 4 * MIB],
    ] as const) {
      const readBytes = await readOf(path, 12 * MIB, isDeclared);
      expect(readBytes, path).toBeGreaterThan(most);
      expect(readBytes, path).toBeLessThanOrEqual(most + CHUNK.byteLength);
    }
  },
);

test.each(WAYS)("a body within the limit arrives whole ($way)", async ({ isDeclared }) => {
  for (const [path, bytes] of [
    ["/v1/forms", 32 * KIB],
    ["/f/abc", 4 * MIB],
    ["/forms/new", 8 * MIB],
  ] as const)
    expect(await readOf(path, bytes, isDeclared), path).toBe(bytes);
});

test("nothing of a body is kept after the response, and its sender can send all of it", async () => {
  earlyBytes = -1;
  const { port } = server.address() as AddressInfo;
  const socket = connect(port);
  socket.write(`POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: ${12 * MIB}\r\n\r\n`);
  socket.write(Buffer.alloc(12 * MIB));
  const [response] = await once(socket, "data");
  expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
  await expect.poll(() => earlyBytes).toBe(0);
  socket.destroy();
});
