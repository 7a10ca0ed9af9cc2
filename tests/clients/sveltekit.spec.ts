import { prove } from "#tests/clients/support/proof";
import { SVELTEKIT, startSvelteKit } from "#tests/clients/support/sveltekit";
import { addressOf, fillAndSend, readResult, test } from "#tests/clients/support/test";

test(`${SVELTEKIT}: stored once, seen as sent, and a rejection is seen`, async ({
  page,
  owner,
  form,
}) => {
  const app = await startSvelteKit();
  try {
    const url = `${app.url}/?to=${encodeURIComponent(addressOf(owner, form))}`;
    await prove({ owner, form }, async (fields) => {
      await page.goto(url);
      await fillAndSend(page, fields);
      return readResult(page);
    });
  } finally {
    await app.close();
  }
});
