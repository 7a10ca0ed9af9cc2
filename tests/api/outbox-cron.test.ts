import { beforeEach, describe, expect, it } from "vitest";
import { forWeb } from "#lib/entry/http/http-types";
import { serveInternalApi } from "#lib/entry/operations/serve-operations";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import { changeSettings } from "#tests/support/setup/change-settings";

const SECRET = "cron-secret-of-the-tests";
const JOBS = ["/api/cron/outbox", "/api/cron/maintenance"];

beforeEach(emptyOutbox);

function ask(path: string, authorization?: string, method = "GET"): Promise<Response> {
  const headers = authorization === undefined ? undefined : { authorization };
  const init = { method, ...(headers ? { headers } : {}) };
  return forWeb(serveInternalApi)(
    new Request(`http://localhost:3000${path}`, init),
    () => undefined,
  );
}

it.each(JOBS)("GET %s runs the job and returns its counts", async (path) => {
  const response = await ask(path, `Bearer ${SECRET}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const { data } = await response.json();
  expect(Object.keys(data).length).toBeGreaterThan(0);
  expect(Object.values(data).every((count) => typeof count === "number")).toBe(true);
});

describe.each([...JOBS, "/api/metrics"])("GET %s", (path) => {
  it.each([undefined, "", SECRET, "Bearer ", "Bearer x", `Bearer ${SECRET}x`, `Basic ${SECRET}`])(
    "rejects the authorization %j",
    async (authorization) => {
      const response = await ask(path, authorization);
      expect(response.status).toBe(401);
      const requestId = response.headers.get("x-request-id");
      expect(await response.json()).toMatchObject({
        error: { code: "cron_secret_invalid", requestId },
      });
    },
  );

  it("rejects every request when no secret is set", async () => {
    changeSettings({ cronSecret: undefined });
    for (const authorization of [undefined, "Bearer ", "Bearer undefined"])
      expect((await ask(path, authorization)).status).toBe(401);
  });

  it.each(["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
    "doesn't support %s",
    async (method) => {
      const response = await ask(path, `Bearer ${SECRET}`, method);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET");
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );
});

it("the outbox cron endpoint drains the outbox", async () => {
  await queueNotification(new Date());
  const response = await ask("/api/cron/outbox", `bearer ${SECRET}`);
  expect(await response.json()).toMatchObject({ data: { claimed: 1, sent: 1, failed: 0 } });
});
