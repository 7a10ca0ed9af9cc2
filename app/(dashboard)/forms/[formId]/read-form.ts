import { cache } from "react";
import { getForm } from "#lib/forms/forms";
import type { FormWithWidget } from "#lib/forms/schema";
import { pageSession, readOrNotFound } from "../../page-session";

/** The form that the address names; read once for the frame and the page in it. */
export const readForm = cache(async (formId: string): Promise<FormWithWidget> => {
  const { ctx } = await pageSession();
  return readOrNotFound(formId, () => getForm(ctx, formId));
});

export type FormParams = Promise<{ formId: string }>;
