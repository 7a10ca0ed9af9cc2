import {
  expectRejected,
  fillAndSend,
  openContactPage,
} from "../../../tests/e2e/support/contact-page";
import { expect, test } from "../../../tests/e2e/support/test";

test("its texts are in the form's language, or the page's, or the browser's", async ({
  browser,
  owner,
  website,
}) => {
  const ours = await owner.createForm("Contact");
  const german = await owner.createForm("Kontakt");
  const page = { revision: null, language: "de" };
  await owner.api("POST", `/forms/${german.id}/page`, 200, page);
  for (const [form, lang, thanks] of [
    [ours, "fr-CA", /^Merci/],
    [ours, "xx", /^Gracias/],
    [german, "fr-CA", /^Vielen Dank/],
  ] as const) {
    const context = await browser.newContext({ locale: "es-MX" });
    const visitor = await context.newPage();
    const after = `<script>document.documentElement.lang = "${lang}"</script>`;
    await openContactPage(visitor, website, form, { after });
    await fillAndSend(visitor, "Hello");
    await expect(visitor.getByRole("status")).toHaveText(thanks);
    await context.setOffline(true);
    await fillAndSend(visitor, "Hello again");
    const words = lang === "xx" ? /^No hemos podido conectar/ : /^Impossible de joindre/;
    await expectRejected(visitor, words);
    await context.setOffline(false);
    await fillAndSend(visitor, "x".repeat(20_001));
    const reasons = /^(Certains champs|Hay campos|Einige Angaben)/;
    await expectRejected(visitor, reasons);
    await context.close();
  }
});
