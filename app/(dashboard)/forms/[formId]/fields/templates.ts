import type { GivenField } from "./draft";

type Template = {
  name: string;
  /** What it asks for. */
  text: string;
  fields: readonly GivenField[];
};

const NAME: GivenField = {
  name: "name",
  type: "text",
  label: "Name",
  required: true,
  autocomplete: "name",
  width: "half",
};
const EMAIL: GivenField = {
  name: "email",
  type: "email",
  label: "Email",
  required: true,
  width: "half",
};
const PHONE: GivenField = { name: "phone", type: "phone", label: "Phone", width: "half" };
const COMPANY: GivenField = {
  name: "company",
  type: "text",
  label: "Company",
  autocomplete: "organization",
  width: "half",
};

/** Options whose value is their label. */
function options(...labels: readonly string[]) {
  return labels.map((label) => ({ value: label, label }));
}

/** Lists of fields to start from. */
export const TEMPLATES: readonly Template[] = [
  {
    name: "Contact",
    text: "Name, email, and a message",
    fields: [
      NAME,
      EMAIL,
      { name: "message", type: "long_text", label: "Message", required: true, maxLength: 5000 },
    ],
  },
  {
    name: "Quote",
    text: "What a project needs, its budget, and its date",
    fields: [
      NAME,
      EMAIL,
      COMPANY,
      PHONE,
      {
        name: "project",
        type: "long_text",
        label: "What do you need?",
        required: true,
        maxLength: 5000,
      },
      {
        name: "budget",
        type: "choice",
        label: "Budget",
        options: options("Under 1,000", "1,000 to 5,000", "5,000 to 20,000", "Over 20,000"),
        width: "half",
      },
      { name: "start", type: "date", label: "Preferred start", width: "half" },
    ],
  },
  {
    name: "Job application",
    text: "Contact details, a résumé, and a cover letter",
    fields: [
      NAME,
      EMAIL,
      PHONE,
      { name: "profile", type: "url", label: "Website or profile", width: "half" },
      { name: "resume", type: "file", label: "Résumé", required: true },
      { name: "cover_letter", type: "long_text", label: "Cover letter", maxLength: 10_000 },
      {
        name: "consent",
        type: "checkbox",
        label: "You may store my application until the position is filled",
        required: true,
      },
    ],
  },
  {
    name: "Event sign-up",
    text: "Who comes, how many, and what they eat",
    fields: [
      NAME,
      EMAIL,
      {
        name: "places",
        type: "number",
        label: "Places",
        required: true,
        min: 1,
        max: 20,
        width: "half",
      },
      {
        name: "ticket",
        type: "choice",
        label: "Ticket",
        required: true,
        options: options("Regular", "Reduced"),
        width: "half",
      },
      {
        name: "diet",
        type: "choices",
        label: "Food",
        options: options("Vegetarian", "Vegan", "Gluten-free"),
      },
      { name: "notes", type: "long_text", label: "Notes", maxLength: 2000 },
    ],
  },
  {
    name: "Bug report",
    text: "What happened, where, and how bad it is",
    fields: [
      { name: "summary", type: "text", label: "Summary", required: true, maxLength: 150 },
      {
        name: "steps",
        type: "long_text",
        label: "Steps to reproduce",
        required: true,
        maxLength: 10_000,
      },
      { name: "expected", type: "long_text", label: "What did you expect?", maxLength: 5000 },
      {
        name: "severity",
        type: "choice",
        label: "Severity",
        required: true,
        options: options("Blocks my work", "Annoying", "Cosmetic"),
        width: "half",
      },
      { name: "page", type: "url", label: "Page", width: "half" },
      { name: "screenshot", type: "file", label: "Screenshots", multiple: true },
      { ...EMAIL, required: false, help: "So we can ask you about it." },
    ],
  },
  {
    name: "Newsletter",
    text: "An address, and permission to write to it",
    fields: [
      { ...EMAIL, width: "full" },
      { ...NAME, label: "First name", autocomplete: "given-name", required: false, width: "full" },
      {
        name: "consent",
        type: "checkbox",
        label: "Send me the newsletter",
        help: "You can unsubscribe at any time.",
        required: true,
      },
    ],
  },
  {
    name: "RSVP",
    text: "Whether someone comes, and with whom",
    fields: [
      NAME,
      EMAIL,
      {
        name: "attending",
        type: "choice",
        label: "Will you be there?",
        required: true,
        options: [
          { value: "yes", label: "Yes, gladly" },
          { value: "no", label: "No, sorry" },
        ],
      },
      { name: "guests", type: "number", label: "Guests you bring", min: 0, max: 10, width: "half" },
      { name: "diet", type: "text", label: "Diets and allergies", width: "half" },
      { name: "message", type: "long_text", label: "A message to us", maxLength: 2000 },
    ],
  },
  {
    name: "Support",
    text: "A question with its topic, order, and files",
    fields: [
      NAME,
      EMAIL,
      {
        name: "topic",
        type: "choice",
        label: "Topic",
        required: true,
        options: options("Order", "Billing", "Technical problem", "Something else"),
        width: "half",
      },
      { name: "order_number", type: "text", label: "Order number", maxLength: 50, width: "half" },
      {
        name: "message",
        type: "long_text",
        label: "How can we help?",
        required: true,
        maxLength: 5000,
      },
      { name: "files", type: "file", label: "Files", multiple: true },
    ],
  },
];
