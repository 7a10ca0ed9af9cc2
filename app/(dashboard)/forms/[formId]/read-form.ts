import type { Metadata } from "next";
import { cache } from "react";
import { db } from "#lib/adapters/db/database";
import { checkForm, getCheckedForm } from "#lib/domain/diagnostics/check-form";
import { readFields as findFields } from "#lib/domain/forms/fields/form-fields";
import { pageSession, pageTimeZone, readOrNotFound } from "../../page-session";

export type FormParams = Promise<{ formId: string }>;

/** Reads the form in the URL once for the layout, the page, and its title. */
const readForm = cache(async (formId: string) => {
  const { ctx } = await pageSession();
  return readOrNotFound(formId, () => getCheckedForm(ctx, formId));
});

/** Reads the fields of a form that was already found, once for all cards of a page. */
export const readFieldList = cache(async (formId: string) => {
  const { ctx } = await pageSession();
  return findFields(db(), ctx, formId);
});

/** Returns the form doctor’s current findings, read once for the layout and the page. */
export const readFindings = cache(async (formId: string) => {
  const { ctx } = await pageSession();
  return checkForm(ctx, formId);
});

/** Loads the data that every page of a form needs. */
export async function formPage(params: FormParams) {
  const session = await pageSession();
  const { ctx, account, role } = session;
  const { timeZone } = await pageTimeZone(session);
  return { ctx, account, role, timeZone, ...(await readForm((await params).formId)) };
}

/** @param toTitle - from the form’s name */
export function formMetadata(toTitle: (name: string) => string) {
  return async ({ params }: { params: FormParams }): Promise<Metadata> => {
    const { form } = await formPage(params);
    return { title: toTitle(form.name) };
  };
}
