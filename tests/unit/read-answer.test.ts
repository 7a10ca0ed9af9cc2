import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAnswer } from "#lib/clients/read-answer";

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

test("an answer is read as text", async () => {
  expect(await readAnswer(await fetch(`${url}/text`))).toBe("grüß 😀");
  expect(await readAnswer(new Response(null, { status: 204 }))).toBe("");
});

test("an endless answer is read no further than the limit, and its connection ends", async () => {
  const ended = new Promise((resolve) => {
    server.once("request", (request) => request.socket.once("close", resolve));
  });
  const answer = await fetch(`${url}/endless`);
  await expect(readAnswer(answer)).rejects.toThrow("more than 65536 bytes");
  await ended;
});

test("a compressed answer counts by what it becomes", async () => {
  await expect(readAnswer(await fetch(`${url}/bomb`))).rejects.toThrow("more than 65536 bytes");
});
