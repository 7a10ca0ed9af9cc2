import { cache } from "react";
import { getForm } from "#lib/forms/forms";
import type { FormWithWidget } from "#lib/forms/schema";
import { pageSession, readOrNotFound } from "../../page-session";

/** The form in the URL, read once for the layout and the page. */
export const readForm = cache(async (formId: string): Promise<FormWithWidget> => {
  const { ctx } = await pageSession();
  return readOrNotFound(formId, () => getForm(ctx, formId));
});

export type FormParams = Promise<{ formId: string }>;
