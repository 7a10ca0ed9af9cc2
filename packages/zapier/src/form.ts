import { type Bundle, defineTrigger, type ZObject } from "zapier-platform-core";
import { apiUrl } from "./authentication.js";

const PAGE_SIZE = 100;
const MAX_FORMS = 500;

type Form = { id: string; name: string };
type Page = { data: Form[]; nextCursor: string | null };

async function listForms(z: ZObject, bundle: Bundle): Promise<Form[]> {
  const forms: Form[] = [];
  let cursor: string | null = null;
  do {
    const params = { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
    const response = await z.request<Page>(apiUrl(bundle, "/v1/forms"), { params });
    const page: Page = response.data;
    forms.push(...page.data.map(({ id, name }) => ({ id, name })));
    cursor = page.nextCursor;
  } while (cursor !== null && forms.length < MAX_FORMS);
  return forms;
}

/** The forms to select from. */
export const form = defineTrigger({
  key: "form",
  noun: "Form",
  display: {
    label: "List Forms",
    description: "Lists the forms to select from.",
    hidden: true,
  },
  operation: {
    type: "polling",
    perform: listForms,
    sample: { id: "019a9c02-47c3-7b21-a5f6-91d4cc8e7303", name: "Contact" },
  },
});
