import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { deferUntilClosed, hasSeveralHosts, toOriginForm } from "#server/http/node-http";
import { serveHttp } from "#tests/support/twins/listen";

const { port, stop } = await serveHttp(async (incoming, outgoing) => {
  const hasSeveral = hasSeveralHosts(incoming);
  toOriginForm(incoming);
  outgoing.end(JSON.stringify([incoming.url, incoming.headers.host, hasSeveral]));
});

afterAll(stop);

/** What the server makes of a target and its header lines. */
async function seen(target: string, ...lines: string[]): Promise<unknown> {
  const socket = connect(port, "localhost");
  socket.write([`POST ${target} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n"));
  return JSON.parse((await text(socket)).split("\r\n\r\n")[1] ?? "");
}

test.each([
  ["http://forms.example.com/f/KEY?a=http://b/c", "/f/KEY?a=http://b/c"],
  ["HTTPS://forms.example.com/%2F/..", "/%2F/.."],
  ["http://forms.example.com", "/"],
  ["http://forms.example.com?a=b", "/?a=b"],
])("the target %s is the path %s, and its host counts", async (target, path) => {
  const line = "Host: other.example";
  expect(await seen(target, line)).toEqual([path, "forms.example.com", false]);
});

test.each(["/f/KEY", "/f/http://x", "//host/path"])(
  "the target %s stays as it is",
  async (path) => {
    expect(await seen(path, "Host: localhost")).toEqual([path, "localhost", false]);
  },
);

test("a second Host header is noticed, however it's written", async () => {
  expect(await seen("/", "Host: a", "hOST: b")).toEqual(["/", "a", true]);
  expect(await seen("/", "Host: a", "X-Host: b")).toEqual(["/", "a", false]);
});

test("a response has one listener for all that is deferred, and runs all of it", async () => {
  let ran = 0;
  let added = 0;
  const server = await serveHttp(async (_incoming, outgoing) => {
    const before = outgoing.listenerCount("close");
    const defer = deferUntilClosed(outgoing);
    for (let nth = 0; nth < 20; nth += 1)
      defer(async () => {
        ran += 1;
      });
    added = outgoing.listenerCount("close") - before;
    outgoing.end();
  });
  await fetch(`http://localhost:${server.port}`);
  await expect.poll(() => ran).toBe(20);
  expect(added).toBe(1);
  await server.stop();
});
