import { moveArrival } from "#tests/e2e/support/past";
import { expect, test } from "#tests/e2e/support/test";
import { sendMessage } from "#tests/support/factories/service-requests";

const DAY_MS = 86_400_000;
/** Long enough ago for lists to show the day. */
const LONG_AGO = (Math.floor(Date.now() / DAY_MS) - 60) * DAY_MS;

/** Each at an hour when the local day differs from the UTC day. */
const ZONES = [
  { timezoneId: "Pacific/Kiritimati", offset: "UTC+14", at: LONG_AGO + 23 * 3_600_000 },
  // Without a change of the clock in between.
  { timezoneId: "America/Phoenix", offset: "UTC-7", at: LONG_AGO + 3_600_000 },
] as const;

for (const { timezoneId, offset, at } of ZONES)
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    const inZone = (options: Intl.DateTimeFormatOptions, timeZone: string = timezoneId) =>
      new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);
    const day = { day: "numeric", month: "short", year: "numeric" } as const;
    const exactIn = (zone: string, label: string) =>
      `${inZone({ dateStyle: "medium", timeStyle: "medium" }, zone)} ${label}`;
    const exact = exactIn(timezoneId, offset);

    test("a message's time is in the viewer's time zone everywhere @matrix", async ({
      dashboard: page,
      owner,
      service,
    }) => {
      const form = await owner.createForm("Contact");
      const id = await sendMessage(owner.baseUrl, form, { name: "Ada", message: "Hi" });
      await moveArrival(service.dataDir, id, at);
      expect(inZone(day)).not.toBe(inZone(day, "UTC"));

      const first = await page.goto(`/inbox?message=${id}`);
      // The browser hasn't sent its time zone yet, so times are labeled UTC.
      expect(await first?.text()).toContain(exactIn("UTC", "UTC"));
      const message = page.getByRole("article");
      await expect(message.getByText(exact, { exact: true })).toBeVisible();
      const row = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
      await expect(row.getByText(inZone(day), { exact: true })).toBeVisible();
      await expect(row.getByTitle(exact, { exact: true })).toBeVisible();

      const second = await page.reload();
      const html = (await second?.text()) ?? "";
      expect(html, "from the second page on the server knows").toContain(exact);
      expect(html).not.toContain(exactIn("UTC", "UTC"));
      await expect(message.getByText(exact, { exact: true })).toBeVisible();

      await page.goto(`/forms/${form.id}/notify/routing`);
      await expect(page.getByLabel("Use fields from").locator("option").first()).toHaveText(
        `\u2068Ada\u2069, ${inZone(day)}`,
      );
    });
  });

test("figures by UTC day and month are marked @matrix", async ({ dashboard: page }) => {
  await page.goto("/usage");
  await expect(page.getByText(/^\w+ \d{4}\. Resets on 1 \w+ \(UTC\)\.$/)).toBeVisible();
  await expect(page.getByText(/^\d+ spam, by UTC day$/)).toBeVisible();
  await expect(page.getByText("By UTC month")).toBeVisible();
});
