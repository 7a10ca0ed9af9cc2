import type { Page } from "playwright/test";
import type { View } from "#tests/e2e/support/view";
import type { World } from "#tests/e2e/support/world";

/** What an owner writes in each language; the rest are our words. */
const OWN = {
  de: { intro: "Wir melden uns innerhalb von zwei Tagen.", labels: ["Vorname", "Nachricht"] },
  ar: { intro: "سنرد عليك خلال يومين.", labels: ["الاسم", "الرسالة"] },
  ja: { intro: "2日以内にご返信いたします。", labels: ["お名前", "お問い合わせ内容"] },
} as const;
type Shown = keyof typeof OWN;

async function createForm({ owner }: World, language: Shown): Promise<string> {
  const { intro, labels } = OWN[language];
  const form = await owner.createForm("Nordlicht");
  const [name, message] = labels;
  const fields = [
    { name: "name", type: "text", label: name, required: true, width: "half" },
    { name: "email", type: "email", label: "Email", required: true, width: "half" },
    { name: "day", type: "date", label: "2026", min: "2026-01-01", width: "half" },
    { name: "count", type: "number", label: "1–9", max: 9, width: "half" },
    {
      name: "size",
      type: "choice",
      label: "S / L",
      required: true,
      options: ["S", "L"].map((value) => ({ value, label: value })),
    },
    { name: "message", type: "long_text", label: message, required: true, minLength: 20 },
  ];
  await owner.api("POST", `/forms/${form.id}/fields`, 200, { revision: null, fields });
  await owner.api("POST", `/forms/${form.id}/page`, 200, { revision: null, language, intro });
  return `/f/${form.publicKey}`;
}

async function reject(page: Page, world: World, language: Shown): Promise<void> {
  await page.goto(await createForm(world, language));
  await page.locator("[name=email]").fill("nobody");
  await page.locator("[name=count]").fill("12");
  await page.locator("[name=message]").fill("…");
  // As a browser without checks of its own.
  await page.locator("form").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.locator("button[type=submit]").click();
  await page.getByRole("alert").waitFor();
}

const languages = Object.keys(OWN) as Shown[];

/** A form's pages in languages that look unlike English: long words, right to left, and without spaces. */
export const LANGUAGE_VIEWS: readonly View[] = languages.flatMap((language) => [
  {
    name: `hosted-form-${language}`,
    open: async (page: Page, world: World) => page.goto(await createForm(world, language)),
  },
  {
    name: `rejected-message-${language}`,
    open: (page: Page, world: World) => reject(page, world, language),
  },
  {
    name: `thanks-${language}`,
    open: async (page: Page, world: World) =>
      page.goto(`${await createForm(world, language)}/thanks`),
  },
]);
