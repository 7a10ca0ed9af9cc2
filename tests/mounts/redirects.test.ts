import { expect, inject, test } from "vitest";
import { askAsIs, type OddResponse } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";

const { baseUrl } = inject("mount");

async function signIn(): Promise<string> {
  const { cookie } = await Owner.signUp(baseUrl);
  return `${cookie.name}=${cookie.value}`;
}

const ELSEWHERE = [
  "//evil.example",
  "///evil.example/",
  "/\\evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/.\\\\evil.example",
  "/x/..//evil.example",
  "/%2f/evil.example",
  "/%09/evil.example",
  "https://evil.example/inbox",
];

function expectOwn({ headers: { location } }: OddResponse, path: string): void {
  if (location === undefined) return;
  expect(new URL(location, baseUrl).origin, `${path} to ${location}`).toBe(baseUrl);
}

test("never redirects a signed-in user from a sign-in link to another site", async () => {
  const cookie = await signIn();
  for (const next of ELSEWHERE) {
    const path = `/sign-in?next=${encodeURIComponent(next)}`;
    const answer = await askAsIs(baseUrl, "GET", path, { cookie });
    expect(answer.status, next).toBe(307);
    expectOwn(answer, path);
  }
});

test("never redirects to another site, regardless of path and headers", async () => {
  const cookie = await signIn();
  const forged = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-page-path": "//evil.example",
  };
  const ways = [{ cookie: undefined }, { cookie }, forged, { ...forged, cookie }];
  for (const path of [...ELSEWHERE, "/inbox//x", "/f//x", "/", "/inbox", "/forms/", "/sign-up"])
    for (const headers of ways) expectOwn(await askAsIs(baseUrl, "GET", path, headers), path);
});
