import type { GivenField } from "./draft";

type Template = {
  name: string;
  /** The fields that the template has. */
  text: string;
  fields: readonly GivenField[];
};

type More = Omit<GivenField, "type" | "name" | "label">;

function field(type: GivenField["type"], name: string, label: string, more?: More): GivenField {
  return { type, name, label, ...more };
}

/** Creates options with their label as value. */
function options(...labels: readonly string[]) {
  return labels.map((label) => ({ value: label, label }));
}

const NAME = field("text", "name", "Name", { required: true, autocomplete: "name", width: "half" });
const EMAIL = field("email", "email", "Email", { required: true, width: "half" });
const PHONE = field("phone", "phone", "Phone", { width: "half" });

/** Lists of fields to start from. */
export const TEMPLATES: readonly Template[] = [
  {
    name: "Contact",
    text: "Name, email, and a message",
    fields: [
      NAME,
      EMAIL,
      field("long_text", "message", "Message", { required: true, maxLength: 5000 }),
    ],
  },
  {
    name: "Quote",
    text: "What a project needs, its budget, and its date",
    fields: [
      NAME,
      EMAIL,
      field("text", "company", "Company", { autocomplete: "organization", width: "half" }),
      PHONE,
      field("long_text", "project", "What do you need?", { required: true, maxLength: 5000 }),
      field("choice", "budget", "Budget", {
        options: options("Under 1,000", "1,000 to 5,000", "5,000 to 20,000", "Over 20,000"),
        width: "half",
      }),
      field("date", "start", "Preferred start", { width: "half" }),
    ],
  },
  {
    name: "Job application",
    text: "Contact details, a résumé, and a cover letter",
    fields: [
      NAME,
      EMAIL,
      PHONE,
      field("url", "profile", "Website or profile", { width: "half" }),
      field("file", "resume", "Résumé", { required: true }),
      field("long_text", "cover_letter", "Cover letter", { maxLength: 10_000 }),
      field("checkbox", "consent", "You may store my application until the position is filled", {
        required: true,
      }),
    ],
  },
  {
    name: "Event sign-up",
    text: "Guests, headcount, and dietary needs",
    fields: [
      NAME,
      EMAIL,
      field("number", "places", "Places", { required: true, min: 1, max: 20, width: "half" }),
      field("choice", "ticket", "Ticket", {
        required: true,
        options: options("Regular", "Reduced"),
        width: "half",
      }),
      field("choices", "diet", "Food", { options: options("Vegetarian", "Vegan", "Gluten-free") }),
      field("long_text", "notes", "Notes", { maxLength: 2000 }),
    ],
  },
  {
    name: "Bug report",
    text: "What happened, where, and how bad it is",
    fields: [
      field("text", "summary", "Summary", { required: true, maxLength: 150 }),
      field("long_text", "steps", "Steps to reproduce", { required: true, maxLength: 10_000 }),
      field("long_text", "expected", "What did you expect?", { maxLength: 5000 }),
      field("choice", "severity", "Severity", {
        required: true,
        options: options("Blocks my work", "Annoying", "Cosmetic"),
        width: "half",
      }),
      field("url", "page", "Page", { width: "half" }),
      field("file", "screenshot", "Screenshots", { multiple: true }),
      { ...EMAIL, required: false, help: "So we can ask you about it." },
    ],
  },
  {
    name: "Newsletter",
    text: "An address, and permission to write to it",
    fields: [
      { ...EMAIL, width: "full" },
      field("text", "name", "First name", { autocomplete: "given-name" }),
      field("checkbox", "consent", "Send me the newsletter", {
        help: "You can unsubscribe at any time.",
        required: true,
      }),
    ],
  },
  {
    name: "RSVP",
    text: "Attendance and plus-ones",
    fields: [
      NAME,
      EMAIL,
      field("choice", "attending", "Will you be there?", {
        required: true,
        options: [
          { value: "yes", label: "Yes, gladly" },
          { value: "no", label: "No, sorry" },
        ],
      }),
      field("number", "guests", "Guests you bring", { min: 0, max: 10, width: "half" }),
      field("text", "diet", "Diets and allergies", { width: "half" }),
      field("long_text", "message", "A message to us", { maxLength: 2000 }),
    ],
  },
  {
    name: "Support",
    text: "A question with its topic, order, and files",
    fields: [
      NAME,
      EMAIL,
      field("choice", "topic", "Topic", {
        required: true,
        options: options("Order", "Billing", "Technical problem", "Something else"),
        width: "half",
      }),
      field("text", "order_number", "Order number", { maxLength: 50, width: "half" }),
      field("long_text", "message", "How can we help?", { required: true, maxLength: 5000 }),
      field("file", "files", "Files", { multiple: true }),
    ],
  },
];
