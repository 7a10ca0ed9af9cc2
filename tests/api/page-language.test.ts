import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";

const GERMAN = SavePageInput.parse({ revision: null, language: "de" });

test("a script gets its answer in the form's language, or else its page's, or the browser's", async () => {
  const { workspace, form } = await createOwnForm();
  const ask = async (language: string | undefined, message = "hello") => {
    const json = { message, ...(language === undefined ? {} : { _service_language: language }) };
    const headers = { "accept-language": "es-MX", accept: "application/json" };
    const answer = await postVisit(form.publicKey, { json, headers });
    return (await answer.json()).message;
  };
  expect(await ask("fr-CA")).toBe("Merci");
  expect(await ask("fr", " ")).toMatch(/^Votre message est vide\./);
  for (const language of [undefined, "", "xx", "fr;q=0.1, de", "x".repeat(1_000)])
    expect(await ask(language), language).toBe("Gracias");
  await savePage(workspace.ctx, form.id, GERMAN);
  expect(await ask("fr-CA")).toBe("Vielen Dank");
  const stored = await db().submission.findFirst({ where: { formId: form.id } });
  expect(JSON.stringify(stored?.fields)).not.toContain("_service_language");
});
