import type { Metadata } from "next";
import { cache } from "react";
import { getForm } from "#lib/domain/forms/forms";
import { pageSession, readOrNotFound } from "../../page-session";

export type FormParams = Promise<{ formId: string }>;

/** The form in the URL, read once for the layout, the page, and its title. */
const readForm = cache(async (formId: string) => {
  const { ctx } = await pageSession();
  return readOrNotFound(formId, () => getForm(ctx, formId));
});

/** Loads the data that every page of a form needs. */
export async function formPage(params: FormParams) {
  const { ctx, account } = await pageSession();
  return { ctx, account, form: await readForm((await params).formId) };
}

/** @param toTitle - from the form’s name */
export function formMetadata(toTitle: (name: string) => string) {
  return async ({ params }: { params: FormParams }): Promise<Metadata> => {
    const { form } = await formPage(params);
    return { title: toTitle(form.name) };
  };
}
