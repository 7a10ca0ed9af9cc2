/** The form’s webhook or the destination that a page is about. */
export type Owner = {
  formId: string;
  /** Null for the form’s webhook. */
  destinationId: string | null;
};

/** Returns the page of a form’s webhook or of one of its destinations. */
export function integrationPath({ formId, destinationId }: Owner): string {
  return `/forms/${formId}/integrations/${destinationId ?? "webhook"}`;
}
