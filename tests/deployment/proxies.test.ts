import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import type { Browser, Page } from "playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "#server/start/checkout";
import { openFirstForm, PASSWORD, readAction } from "#tests/journeys/support/owners";
import { BOUNDARY, multipartBody } from "#tests/support/factories/multipart-body";
import { readBlocks } from "#tests/support/guides/blocks";
import { launchBrowser } from "#tests/support/setup/browser";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { HOST, startCaddy, startNginx, type WebProxy } from "#tests/support/twins/web-proxies";

const BASE_URL = `https://${HOST}`;
const page = readFileSync(join(ROOT, "docs/self-hosting/proxy.md"), "utf8");
const blocks = readBlocks("proxy", page);

/** The page's block in this language. */
function blockOf(language: string): string {
  const found = blocks.find((block) => block.language === language);
  if (!found) throw new Error(`proxy.md has no block of ${language}`);
  return found.code;
}

const SETTINGS = z.record(z.string(), z.string()).parse(parseEnv(blockOf("sh")));
const LIMIT_BYTES = Number(SETTINGS.UPLOAD_LIMIT_MB) * 1024 * 1024;
/** Submissions a minute from one address. */
const IP_LIMIT = 20;

let service: TestService;
beforeAll(async () => {
  service = await startServer({ env: SETTINGS });
});
afterAll(async () => {
  await service.stop();
  await removeDataDir(service.dataDir);
});

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
type Received = { status: number; headers: IncomingMessage["headers"]; body: unknown };

/** Sends a request to a proxy like a visitor at that address of this machine. */
async function send(
  proxy: WebProxy,
  from: string,
  path: string,
  { method = "GET", headers = {}, body }: Sent = {},
  protocol: "https" | "http" = "https",
): Promise<Received> {
  const options: RequestOptions = {
    host: "127.0.0.1",
    method,
    path,
    localAddress: from,
    agent: false,
    headers: { host: HOST, accept: "application/json", ...headers },
  };
  const call =
    protocol === "https"
      ? request({ ...options, port: proxy.httpsPort, servername: HOST, ca: proxy.ca })
      : requestHttp({ ...options, port: proxy.httpPort });
  call.end(body);
  const [response]: IncomingMessage[] = await once(call, "response");
  if (!response) throw new Error("no response");
  // A server that has responded doesn't have to read the rest.
  call.on("error", () => undefined);
  const isJson = response.headers["content-type"]?.includes("json");
  const received = isJson ? await json(response) : await text(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body: received };
}

/** A message whose body has exactly this size. */
function messageOf(bytes: number): Buffer {
  const make = (content: string) =>
    multipartBody([
      { name: "message", content: "With a file" },
      { name: "files", filename: "note.txt", content },
    ]);
  return make("a".repeat(bytes - make("").length));
}

const postFile = (proxy: WebProxy, from: string, path: string, bytes: number) =>
  send(proxy, from, path, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: messageOf(bytes),
  });

/**
 * Sends again when the connection ends before the response could be read, which happens to a body that the server doesn't
 * read to its end.
 */
async function untilAnswered<T>(call: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await call();
  } catch (failure) {
    const isReset = failure instanceof Error && "code" in failure && failure.code === "ECONNRESET";
    if (!isReset || attempts === 1) throw failure;
    return untilAnswered(call, attempts - 1);
  }
}

const postText = (proxy: WebProxy, from: string, path: string, headers = {}) =>
  send(proxy, from, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ message: "Hello from the website" }),
  });

describe.each([
  { name: "nginx", start: () => startNginx, language: "nginx" },
  { name: "Caddy", start: () => startCaddy, language: "caddyfile" },
])("behind $name with the configuration of the docs", ({ start, language }) => {
  let proxy: WebProxy;
  let browser: Browser;
  let form: Page;
  let email: string;
  /** The path of a form that takes files. */
  let path: string;

  beforeAll(async () => {
    proxy = await start()({ config: blockOf(language), servicePort: service.port });
    const places = [
      `${HOST}:443 127.0.0.1:${proxy.httpsPort}`,
      `${HOST}:80 127.0.0.1:${proxy.httpPort}`,
    ];
    const rules = places.map((place) => `MAP ${place}`).join(",");
    browser = await launchBrowser([`--host-resolver-rules=${rules}`]);
  });
  afterAll(async () => {
    await browser.close();
    await proxy.stop();
  });

  test("HTTP leads to HTTPS", async () => {
    const { status, headers } = await send(proxy, "127.0.0.1", "/docs?a=b", {}, "http");
    expect([301, 302, 307, 308]).toContain(status);
    expect(headers.location).toBe(`${BASE_URL}/docs?a=b`);
  });

  test("someone signs up in a browser, and sees a new message without a reload", async () => {
    const context = await browser.newContext({ baseURL: BASE_URL, ignoreHTTPSErrors: true });
    const first = await context.newPage();
    await first.goto(`http://${HOST}/`);
    expect(first.url()).toMatch(new RegExp(`^${BASE_URL}/`));
    ({ page: form, email } = await openFirstForm(first, `Studio behind ${language}`));
    const action = await readAction(form);
    expect(action.startsWith(`${BASE_URL}/f/`)).toBe(true);
    path = new URL(action).pathname;

    // Others have no secret: a time zone.
    const sessions = (await context.cookies()).filter(({ httpOnly }) => httpOnly);
    expect(sessions.map(({ secure }) => secure)).toContain(true);
    expect(sessions.map(({ secure }) => secure)).not.toContain(false);

    const inbox = await context.newPage();
    await inbox.goto("/inbox");
    expect((await postText(proxy, "127.0.0.4", path)).status).toBe(200);
    await inbox.getByText("Hello from the website").first().waitFor();
  });

  test("a message of the largest size arrives, and one byte more is rejected with 413", async () => {
    await form.getByRole("link", { name: "Settings" }).last().click();
    const acceptsFiles = form.getByLabel("Accept files");
    if (!(await acceptsFiles.isChecked())) {
      await acceptsFiles.check();
      await form.getByRole("button", { name: "Save changes" }).click();
      await form.getByText("Saved.").waitFor();
    }
    const accepted = await postFile(proxy, "127.0.0.5", path, LIMIT_BYTES);
    expect(accepted).toMatchObject({ status: 200 });
    const rejected = await untilAnswered(() => postFile(proxy, "127.0.0.5", path, LIMIT_BYTES + 1));
    expect(rejected).toMatchObject({
      status: 413,
      body: { error: { code: "submission_too_large" } },
    });
  });

  test("each visitor has limits of their own, whatever they say that they are", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < IP_LIMIT + 3; count += 1) {
      const forged = { "x-forwarded-for": `203.0.113.${count}`, "x-real-ip": "203.0.113.200" };
      statuses.push((await postText(proxy, "127.0.0.2", path, forged)).status);
    }
    expect(statuses.slice(0, IP_LIMIT)).toEqual(Array(IP_LIMIT).fill(200));
    // If a minute ended in between, a sliding window lets one or two more pass.
    expect(statuses.at(-1)).toBe(429);
    expect((await postText(proxy, "127.0.0.3", path)).status).toBe(200);
  });

  test("a sign-in is recorded under the visitor's address, and its cookie is for HTTPS only", async () => {
    const { status, headers } = await send(proxy, "127.0.0.9", "/api/account/sign-in", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: BASE_URL,
        "x-forwarded-for": "203.0.113.77",
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(status).toBe(200);
    for (const cookie of headers["set-cookie"] ?? []) expect(cookie).toMatch(/; Secure/i);
    await form.goto("/settings/audit");
    await form.getByText("127.0.0.9").first().waitFor();
    expect(await form.getByText("203.0.113.77").count()).toBe(0);
  });

  test("a page that requires a sign-in leads to one at the same address", async () => {
    const { status, headers } = await send(proxy, "127.0.0.6", "/inbox", {
      headers: { accept: "text/html" },
    });
    expect(status).toBe(307);
    expect(new URL(headers.location ?? "", BASE_URL).href).toMatch(
      new RegExp(`^${BASE_URL}/sign-in`),
    );
    expect(headers["strict-transport-security"]).toMatch(/max-age=\d{8}/);
  });
});
