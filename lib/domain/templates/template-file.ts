import { cutCharacters } from "#lib/core/characters";
import type { Context } from "#lib/core/context";
import { getTemplate } from "#lib/domain/templates/get-template";

const MAX_NAME = 60;

/** Returns the name of a form's file, from the form name's letters and digits in any script. */
function fileNameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ["form"];
  return `${cutCharacters(words.join("-"), MAX_NAME)}.form.json`;
}

/** A form's template as a file. @throws {AppError} not_found */
export async function templateFile(
  ctx: Context,
  formId: string,
): Promise<{ name: string; json: string }> {
  const template = await getTemplate(ctx, formId);
  return { name: fileNameOf(template.name), json: `${JSON.stringify(template, null, 2)}\n` };
}
