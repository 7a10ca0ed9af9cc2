import { runSql } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { listDeliveries, saveWebhook } from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";
import { answer } from "#tests/support/twins/receiver";

test("the page of deliveries shows what was retried, although the response is lost @matrix", async ({
  dashboard: page,
  owner,
  form,
  receiver,
  service: { dataDir },
  provoked,
}) => {
  provoked.push(/Failed to load resource: net::ERR_FAILED/);
  await saveWebhook(owner, form.id, receiver.url);
  receiver.reply(answer(410));
  const messageId = await sendMessage(owner.baseUrl, form, { message: "Hello" });
  await eventually("a failed delivery", async () =>
    (await listDeliveries(owner, form.id)).find(({ status }) => status === "failed"),
  );
  // A minute after the last attempt.
  const sql =
    "UPDATE deliveries SET last_attempt_at = now() - interval '2 minutes' WHERE submission_id = $1";
  await runSql(dataDir, sql, [messageId]);
  receiver.reply(answer(200));
  await page.goto("/deliveries");
  await page.getByRole("button", { name: "Retry all", exact: true }).click();
  await page.route(
    "**/deliveries",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Retry", exact: true }).last().click();
  await expect(page.getByText("We lost the connection").first()).toBeVisible();
  await expect(page.getByText("No failed deliveries.")).toBeVisible();
});
