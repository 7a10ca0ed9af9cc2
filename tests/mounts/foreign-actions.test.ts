import { beforeAll, expect, inject, test } from "vitest";
import { type Action, listActions } from "#tests/support/contract/app-sources";
import { askAsIs } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";

const { baseUrl } = inject("mount");
const { host } = new URL(baseUrl);
/** Both addresses, and what to set. */
const REASON = /was sent to \S+, but the address of this service is \S+\. .* set BASE_URL/;

let cookie: string;
let actions: Action[];

beforeAll(async () => {
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Contact");
  cookie = `${owner.cookie.name}=${owner.cookie.value}`;
  actions = await listActions({ "[formId]": form.id });
  expect(actions.length).toBeGreaterThan(40);
});

type Headers = Record<string, string>;

/** Calls an action as the framework's own script would, without arguments. */
function call({ id, path }: Action, headers: Headers) {
  const all = { "next-action": id, "content-type": "text/plain;charset=UTF-8", cookie, ...headers };
  return askAsIs(baseUrl, "POST", path, all, "[]");
}

const FOREIGN: readonly Headers[] = [
  {},
  { origin: "https://evil.example" },
  { origin: `http://${host}.evil.example` },
  { origin: "null" },
  { origin: "" },
  { origin: "nowhere" },
  { origin: "http://" },
  { origin: "http://[" },
  { origin: `${baseUrl}, https://evil.example` },
  { origin: baseUrl, "x-forwarded-host": "evil.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
];

test("every server action rejects another site, even with a malformed Origin, and never fails", async () => {
  const unexpected: string[] = [];
  for (const action of actions)
    for (const headers of FOREIGN) {
      const { status, body } = await call(action, headers);
      if (status !== 403 || !body.includes('"csrf_rejected"'))
        unexpected.push(`${action.name} ${JSON.stringify(headers)}: ${status}`);
    }
  expect(unexpected).toEqual([]);
  expect((await askAsIs(baseUrl, "GET", "/api/account", { cookie })).status).toBe(200);
});

test("a form that another site submits to a page without scripts is rejected", async () => {
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"])
    for (const headers of FOREIGN) {
      const all = { "content-type": type, cookie, ...headers };
      const { status } = await askAsIs(baseUrl, "POST", "/settings", all, "a=b");
      expect(status, `${type} ${JSON.stringify(headers)}`).toBe(403);
    }
});

test("a page that was opened at another address of the service shows why its actions are rejected", async () => {
  const script = { accept: "text/x-component" };
  for (const action of actions) {
    const elsewhere = await call(action, { ...script, origin: `https://${host}` });
    expect([elsewhere.status, elsewhere.headers["content-type"]]).toEqual([403, "text/plain"]);
    expect(elsewhere.body.toString()).toMatch(/^Nothing was changed\. /);
    expect(elsewhere.body.toString()).toMatch(REASON);
    const own = await call(action, { origin: baseUrl, cookie: "" });
    expect(own.body.toString(), `${action.name} from a page of ours`).not.toMatch(REASON);
  }
});

const OTHERS = ["192.0.2.7:8080", "forms.example.org", "[2001:db8::7]"];

test.each(OTHERS)(
  "under %s, pages, forms, scripts, and both APIs name both addresses",
  async (other) => {
    const html = { host: other, accept: "text/html" };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const origin = `http://${other}`;
    const responses = [
      await askAsIs(baseUrl, "GET", "/", html),
      await askAsIs(baseUrl, "GET", "/sign-up", html),
      await askAsIs(baseUrl, "POST", "/sign-up", { ...html, ...form, origin }, "a=b"),
      await askAsIs(baseUrl, "POST", "/api/account/sign-in", { host: other, origin }, "{}"),
      await askAsIs(baseUrl, "GET", "/v1/forms", { host: other }),
    ];
    for (const { status, headers, body } of responses) {
      const text = body.toString();
      expect([status, headers["cache-control"]]).toEqual([403, "no-store"]);
      for (const part of [other, baseUrl, "BASE_URL"]) expect(text).toContain(part);
    }
    for (const { headers } of responses.slice(0, 3))
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  },
);

test("a proxy that doesn't pass on the Host header is named as the reason", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  const all = { ...form, host: "upstream:3000", origin: baseUrl };
  const { status, body } = await askAsIs(baseUrl, "POST", "/sign-in", all, "a=b");
  expect([status, body.toString()]).toEqual([403, expect.stringContaining("Host header")]);
});

test("documentation, files, and forms are served under any address", async () => {
  for (const path of ["/docs", "/form.js", "/api/live", "/openapi.json"])
    expect((await askAsIs(baseUrl, "GET", path, { host: "192.0.2.7" })).status, path).toBe(200);
});

test("another port of this machine works, and the first page says where links in emails lead", async () => {
  const { status, body } = await askAsIs(baseUrl, "GET", "/sign-up", { host: "localhost:8080" });
  expect(status).toBe(200);
  expect(body.toString()).toContain("You opened");
  expect((await askAsIs(baseUrl, "GET", "/sign-up")).body.toString()).not.toContain("You opened");
});
