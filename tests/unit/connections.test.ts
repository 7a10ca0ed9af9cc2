import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { parseSettings } from "#lib/core/settings/settings";
import { isReadinessWatched, noteReadinessCheck } from "#lib/core/stopping";
import { limitConnections, TIMEOUTS } from "#server/http/connections";
import { findFreePort } from "#server/start/free-port";
import { listen } from "#tests/support/twins/listen";

const open: { servers: Server[]; sockets: Socket[] } = { servers: [], sockets: [] };

afterEach(() => {
  for (const socket of open.sockets) socket.destroy();
  for (const server of open.servers) server.close();
});

async function startServer(
  trustProxy: number | "vercel",
  maxPerAddress: number,
  trustedProxies = "127.0.0.1",
): Promise<Server> {
  const server = createServer(TIMEOUTS, (_request, response) => response.end("ok"));
  const env = { TRUST_PROXY: String(trustProxy), TRUSTED_PROXIES: trustedProxies };
  limitConnections(server, parseSettings(env), maxPerAddress);
  open.servers.push(server);
  await listen(server);
  return server;
}

async function openSocket(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  open.sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

/** Returns whether a request on this connection gets a response; otherwise, the connection closes. */
async function isServed(socket: Socket): Promise<boolean> {
  const end = once(socket, "close").then(() => false);
  const data = once(socket, "data").then(() => true);
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  return Promise.race([data, end]);
}

test("limits connections per address and accepts a new one after another closes", async () => {
  const server = await startServer(0, 3);
  const sockets: Socket[] = [];
  for (let n = 0; n < 3; n += 1) {
    const socket = await openSocket(server);
    expect(await isServed(socket)).toBe(true);
    sockets.push(socket);
  }
  expect(await isServed(await openSocket(server))).toBe(false);
  const closed = new Promise<void>((resolve) =>
    server.getConnections((_error, count) => {
      const look = () =>
        server.getConnections((_again, left) => (left < count ? resolve() : setImmediate(look)));
      sockets[0]?.destroy();
      look();
    }),
  );
  await closed;
  expect(await isServed(await openSocket(server))).toBe(true);
});

test("the limit per address is 1,000", () => {
  const server = createServer();
  server.removeAllListeners("connection");
  limitConnections(server, parseSettings({}));
  const sockets = Array.from({ length: 1_001 }, () => new Socket());
  for (const socket of sockets) server.emit("connection", socket);
  expect(sockets.findIndex(({ destroyed }) => destroyed)).toBe(1_000);
});

test.each([1, "vercel"] as const)(
  "doesn't limit the proxy's own connections with TRUST_PROXY=%s",
  async (trustProxy) => {
    const server = await startServer(trustProxy, 3);
    for (let n = 0; n < 10; n += 1) expect(await isServed(await openSocket(server))).toBe(true);
  },
);

test("limits connections that come around the trusted proxy", async () => {
  const server = await startServer(1, 1, "192.0.2.1");
  expect(await isServed(await openSocket(server))).toBe(true);
  expect(await isServed(await openSocket(server))).toBe(false);
});

test("limits total connections, slow headers, slow bodies, and idle connections", async () => {
  const server = await startServer(1, 3);
  const { maxConnections, headersTimeout, requestTimeout, timeout, keepAliveTimeout } = server;
  expect({ maxConnections, headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
    maxConnections: 4_000,
    headersTimeout: 20_000,
    requestTimeout: 125_000,
    timeout: 300_000,
    keepAliveTimeout: 65_000,
  });
});

test("readiness counts as watched for 30 seconds after each check", () => {
  expect(isReadinessWatched(0)).toBe(false);
  noteReadinessCheck(1_000);
  expect(isReadinessWatched(31_000)).toBe(true);
  expect(isReadinessWatched(31_001)).toBe(false);
  noteReadinessCheck(60_000);
  expect(isReadinessWatched(60_000)).toBe(true);
});

test("a free port is never one that the system may give to an outgoing connection", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_768);
  }
});
