import { beforeAll, expect, inject, test } from "vitest";
import { type Action, listActions } from "#tests/support/contract/app-sources";
import { askAsIs } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";

const { baseUrl } = inject("mount");
const { host } = new URL(baseUrl);
const REASON = "This request didn't come from the dashboard.";

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
  const explained = new Set<string>();
  for (const action of actions) {
    const elsewhere = await call(action, { origin: `https://${host}` });
    if (elsewhere.body.includes(REASON)) explained.add(action.name);
    const own = await call(action, { origin: baseUrl, cookie: "" });
    expect(own.body.includes(REASON), `${action.name} from a page of ours`).toBe(false);
  }
  expect(explained.size).toBeGreaterThan(30);
});
