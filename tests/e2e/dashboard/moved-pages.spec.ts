import { expect, test } from "#tests/e2e/support/test";
import { addDestination, listDeliveries } from "#tests/support/factories/owner-forms";
import { eventually, sendMessage } from "#tests/support/factories/service-requests";

test("every old address of a form's page redirects to the new one with its query", async ({
  dashboard: page,
  owner,
  connected: form,
  receiver,
}) => {
  const input = { kind: "webhook", url: receiver.url, name: "CRM" };
  const { id: destinationId } = await addDestination(owner, form.id, input);
  await sendMessage(owner.baseUrl, form, { message: "Hello" });
  const { id: deliveryId } = await eventually("a delivery of the webhook", async () =>
    (await listDeliveries(owner, form.id)).at(0),
  );
  const moved = [
    ["/fields", "/form"],
    ["/page?part=thanks", "/form?part=thanks#page"],
    ["/form/page?part=thanks", "/form?part=thanks#page"],
    ["/routing?rule=1&rule=2", "/notify/routing?rule=1&rule=2"],
    ["/auto-reply", "/notify/auto-reply"],
    ["/spam-protection?a=b%20c", "/settings/spam?a=b%20c"],
    ["/webhook?status=failed", "/integrations/webhook?status=failed"],
    ["/webhook/test", "/integrations/webhook/test"],
    [`/webhook/deliveries/${deliveryId}`, `/integrations/webhook/deliveries/${deliveryId}`],
    ["/destinations?from=email", "/integrations?from=email"],
    [
      `/destinations/${destinationId}?status=queued`,
      `/integrations/${destinationId}?status=queued`,
    ],
  ] as const;
  for (const [from, to] of moved) {
    const response = await page.goto(`/forms/${form.id}${from}`);
    expect(response?.status(), from).toBe(200);
    const redirect = await response?.request().redirectedFrom()?.response();
    expect(redirect?.status(), "kept by browsers and search engines").toBe(308);
    await expect(page, from).toHaveURL(`/forms/${form.id}${to}`);
    await expect(page.getByRole("heading", { level: 1, name: form.name }), from).toBeVisible();
  }
});
