/** A submission of an event or a list. */
export type Submission = {
  id: string;
  formId: string;
  formName: string;
  receivedAt: number;
  fields: Record<string, string | string[]>;
  attachments: object[];
};

/** A message as Zaps see it: the same from an event, a list, and a sample. */
export function toMessage(submission: Submission) {
  const { id, formId, formName, receivedAt, fields, attachments } = submission;
  const time = new Date(receivedAt).toISOString();
  return { id, formId, formName, receivedAt: time, fields, files: attachments };
}

export const SAMPLE = toMessage({
  id: "019a9c2e-0c41-7e66-9b17-58e2f7ad3906",
  formId: "019a9c02-47c3-7b21-a5f6-91d4cc8e7303",
  formName: "Contact",
  receivedAt: 1795082462785,
  fields: {
    name: "Ada Lovelace",
    email: "ada@example.com",
    message: "Could you send me a quote for the analytical engine?",
  },
  attachments: [],
});

/** Those that every message has. Zapier adds the form's own from the sample. */
export const OUTPUT_FIELDS = [
  { key: "id", label: "Message ID" },
  { key: "formId", label: "Form ID" },
  { key: "formName", label: "Form Name" },
  { key: "receivedAt", label: "Received At", type: "datetime" as const },
];
