import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readResponse } from "#lib/clients/response";

const server = createServer((request, response) => {
  if (request.url === "/text") response.end("grüß 😀");
  else if (request.url === "/bomb")
    response.setHeader("content-encoding", "gzip").end(gzipSync("a".repeat(5_000_000)));
  else {
    const more = () => {
      while (!response.destroyed && response.write("a".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  }
});
let url = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("reads a response as text", async () => {
  expect(await readResponse(await fetch(`${url}/text`))).toBe("grüß 😀");
  expect(await readResponse(new Response(null, { status: 204 }))).toBe("");
});

test("stops reading an endless response at the limit and closes the connection", async () => {
  const ended = new Promise((resolve) => {
    server.once("request", (request) => request.socket.once("close", resolve));
  });
  const response = await fetch(`${url}/endless`);
  await expect(readResponse(response)).rejects.toThrow("larger than 65536 bytes");
  await ended;
});

test("applies the limit to the decompressed size of a response", async () => {
  await expect(readResponse(await fetch(`${url}/bomb`))).rejects.toThrow("larger than 65536 bytes");
});
