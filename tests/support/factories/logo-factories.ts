import type { Context } from "#lib/core/context";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import type { LogoChange } from "#lib/domain/forms/page/logo";

/** Saves a form's page as it is, with another logo. */
export async function saveLogo(
  ctx: Context,
  formId: string,
  logo: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await changeLogo(ctx, formId, logo);
}

/** Saves a form's page as it is, without its logo. */
export async function removeLogo(ctx: Context, formId: string): Promise<void> {
  await changeLogo(ctx, formId, "remove");
}

async function changeLogo(ctx: Context, formId: string, logo: LogoChange): Promise<void> {
  await savePage(ctx, formId, await getPage(ctx, formId), logo);
}
