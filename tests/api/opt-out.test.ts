import { describe, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { newId } from "#lib/core/ids";
import { hashReplyAddress, makeOptOutToken } from "#lib/domain/emails/auto-reply/opt-out";
import { optOutPage } from "#lib/entry/visitor-pages/link-pages";
import { openLinkPage } from "#tests/support/contract/link-page";
import { createWorkspace } from "#tests/support/factories/factories";
import { HOSTILE, tagsOf } from "#tests/support/factories/page-text";

const ADDRESS = "http://localhost:3000/opt-out";
const DONE = "You’re unsubscribed";

async function setUp() {
  const { id: workspaceId } = await createWorkspace();
  const key = await installationKey();
  const addressHash = hashReplyAddress(key, workspaceId, "ada@example.com");
  const token = makeOptOutToken(key, { workspaceId, addressHash });
  const optOuts = () => db().replyOptOut.findMany({ where: { workspaceId } });
  return { workspaceId, addressHash, token, optOuts };
}

const page = openLinkPage(optOutPage);
const show = (query: string) => page.show(ADDRESS + query);
const post = (query: string, body?: BodyInit, type?: string) =>
  page.post(ADDRESS + query, body, type === undefined ? {} : { "content-type": type });

describe("the page behind an opt-out link", () => {
  test("shows one button and changes nothing", async () => {
    const { token, optOuts } = await setUp();
    for (let times = 0; times < 3; times += 1) {
      const shown = await show(`?token=${token}`);
      expect(shown.status).toBe(200);
      const text = await shown.text();
      expect(text).toContain('<form class="single" method="post" action="/opt-out">');
      expect(text).toContain(`<input type="hidden" name="token" value="${token}">`);
      expect(text.match(/<button/g)).toHaveLength(1);
    }
    expect(await optOuts()).toEqual([]);
  });

  test("can't be framed or cached, and runs no script", async () => {
    const { token } = await setUp();
    for (const { headers } of [await show(`?token=${token}`), await show(""), await post("")]) {
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("script-src");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("unsubscribes when its button is clicked, even repeatedly", async () => {
    const { workspaceId, addressHash, token, optOuts } = await setUp();
    const button = () => post("", new URLSearchParams({ token }));
    for (const answer of [await button(), await button(), await show(`?token=${token}`)]) {
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text).toContain(DONE);
      expect(text).not.toContain("<form");
    }
    expect(await optOuts()).toEqual([{ workspaceId, addressHash, createdAt: expect.any(Date) }]);
  });
});

describe("one-click unsubscribe (RFC 8058)", () => {
  const multipart = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`;
  test.each<[string, BodyInit | undefined, string | undefined]>([
    ["urlencoded", "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"],
    ["multipart", multipart, "multipart/form-data; boundary=b"],
    ["another type", "List-Unsubscribe=One-Click", "text/plain"],
    ["no body", undefined, undefined],
  ])("unsubscribes with body type: %s", async (_, body, contentType) => {
    const { token, optOuts } = await setUp();
    const answer = await post(`?token=${token}`, body, contentType);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(DONE);
    expect(await optOuts()).toHaveLength(1);
  });

  test("stores one opt-out for concurrent requests and returns 200 to all", async () => {
    const { token, optOuts } = await setUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(`?token=${token}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await optOuts()).toHaveLength(1);
  });
});

describe("an invalid opt-out link", () => {
  test("shows a page with instructions and opts no one out", async () => {
    const { token } = await setUp();
    const count = await db().replyOptOut.count();
    const other = `${token.slice(0, 30)}${token[30] === "A" ? "B" : "A"}${token.slice(31)}`;
    for (const bad of ["", "PREVIEW", token.slice(1), `${token}A`, other, ...HOSTILE]) {
      const query = `?token=${encodeURIComponent(bad)}`;
      const urlencoded = new URLSearchParams({ token: bad });
      for (const answer of [await show(query), await post(query, urlencoded)]) {
        expect(answer.status).toBe(404);
        const text = await answer.text();
        expect(text).toContain("This link doesn’t work");
        expect(tagsOf(text).join()).not.toMatch(/form|script|img|svg/);
      }
    }
    expect(await db().replyOptOut.count()).toBe(count);
  });

  test("returns an HTML error page when the request is malformed", async () => {
    expect((await post("", new URLSearchParams({ other: "x" }))).status).toBe(404);
    const wrongType = await post("", "{}", "application/json");
    expect(wrongType.status).toBe(415);
    expect(wrongType.headers.get("content-type")).toMatch(/^text\/html/);
    const large = await post("", new URLSearchParams({ token: "x".repeat(40_000) }));
    expect(large.status).toBe(413);
  });

  test("stores no opt-out for a deleted workspace", async () => {
    const workspaceId = newId();
    const key = await installationKey();
    const addressHash = hashReplyAddress(key, workspaceId, "ada@example.com");
    const answer = await post(`?token=${makeOptOutToken(key, { workspaceId, addressHash })}`);
    expect(answer.status).toBe(200);
    expect(await db().replyOptOut.count({ where: { workspaceId } })).toBe(0);
  });
});
