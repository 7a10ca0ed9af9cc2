import { expect, test } from "vitest";
import { z } from "zod";
import { startDrill } from "#tests/support/drills/drill-workers";
import { noteFigures } from "#tests/support/drills/figures";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { startReceiver } from "#tests/support/twins/receiver";

const POSTS = 200;
const Accepted = z.object({ data: z.object({ id: z.string() }) });

test("200 concurrent identical submissions with one idempotency key, to two processes, are stored once", async ({
  task,
  onTestFinished,
}) => {
  const receiver = await startReceiver();
  const drill = await startDrill(receiver, {});
  onTestFinished(async () => {
    await drill.stop();
    await receiver.stop();
  }, 60_000);
  const apps = await Promise.all([drill.start("app"), drill.start("app")]);
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  await createWebhook(workspace, form, { url: receiver.url });

  const ids = await Promise.all(
    Array.from({ length: POSTS }, async (_, nth) => {
      const response = await fetch(
        `${apps[nth % apps.length]?.service.baseUrl}/f/${form.publicKey}`,
        {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": "at-once" },
          body: JSON.stringify({ message: "once" }),
        },
      );
      // 409 is allowed while the first submission is being stored.
      if (response.status === 409) return null;
      expect(response.status).toBe(200);
      return Accepted.parse(await response.json()).data.id;
    }),
  );
  const answered = ids.filter((id) => id !== null);
  await receiver.receivedCount(1);
  const { rows } = await drill.client.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM submissions) AS messages,
       (SELECT sum(accepted)::int FROM usage_slots) AS counted,
       (SELECT count(*)::int FROM deliveries WHERE channel = 'webhook') AS events,
       (SELECT count(*)::int FROM deliveries WHERE channel = 'email') AS emails`,
  );
  const came = { ...rows[0], received: receiver.received.length };
  noteFigures(task, {
    drill: "One key, many submissions, two processes",
    tried: `${POSTS} identical submissions at once with one key; ${answered.length} reported as stored, ${POSTS - answered.length} as in progress`,
    came: Object.entries(came)
      .map((pair) => pair.join(" "))
      .join(", "),
  });
  expect(new Set(answered).size).toBe(1);
  expect(came).toEqual({ messages: 1, counted: 1, events: 1, emails: 1, received: 1 });
}, 300_000);
