import { type Bundle, defineSearch, type ZObject } from "zapier-platform-core";
import { apiUrl } from "./authentication.js";
import { OUTPUT_FIELDS, SAMPLE, type Submission, toMessage } from "./message.js";

const MAX_MESSAGES = 10;

type Input = { search: string; formId?: string; folder?: string };

async function searchMessages(z: ZObject, bundle: Bundle<Input>) {
  const { search, formId, folder } = bundle.inputData;
  const params = {
    search,
    include: "fields,attachments",
    limit: MAX_MESSAGES,
    ...(formId ? { formId } : {}),
    ...(folder ? { folder } : {}),
  };
  const url = apiUrl(bundle, "/v1/submissions");
  const { data } = await z.request<{ data: Submission[] }>(url, { params });
  return data.data.map(toMessage);
}

export const findMessage = defineSearch({
  key: "find_message",
  noun: "Message",
  display: {
    label: "Find Message",
    description: "Finds messages by a text in them, newest first.",
  },
  operation: {
    inputFields: [
      {
        key: "search",
        label: "Text",
        type: "string",
        required: true,
        helpText: "A text in any field, such as an email address.",
      },
      { key: "formId", label: "Form", type: "string", dynamic: "form.id.name" },
      {
        key: "folder",
        label: "Folder",
        type: "string",
        choices: { inbox: "Inbox", archive: "Archive", spam: "Spam", all: "All" },
        default: "inbox",
      },
    ],
    perform: searchMessages,
    sample: SAMPLE,
    outputFields: OUTPUT_FIELDS,
  },
});
