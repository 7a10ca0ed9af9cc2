import { LANGUAGES } from "#lib/forms/page-schema";
import { expectAccessible, expectNoSidewaysScroll } from "#tests/e2e/support/looks";
import { expect, test } from "#tests/e2e/support/test";

for (const locale of LANGUAGES)
  test.describe(locale, () => {
    test.use({ locale });

    test(`the pages behind the links in emails are accessible and fit on a phone in ${locale}`, async ({
      page,
      world,
    }) => {
      const { optOutLinks, spamLink, confirmLink, openLink, form } = world;
      const broken = ["opt-out", "mark-spam", "confirm-message", "verify-recipient"].map(
        (name) => `/${name}?token=unknown`,
      );
      const links = [optOutLinks[0] ?? "", spamLink, confirmLink, openLink, ...broken];
      for (const address of [...links, `/f/${form.publicKey}`, "/f/unknown"]) {
        await page.goto(address);
        expect(await page.locator("html").getAttribute("lang")).toBe(locale);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
    });
  });
