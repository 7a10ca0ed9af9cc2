import type { FieldPairs } from "#lib/core/fields/fields";
import { Field } from "#lib/domain/forms/fields/schema";
import type { SentFile } from "#lib/domain/intake/store-files";

export type DemoForm = "contact" | "orders";

export type DemoMessage = {
  hoursAgo: number;
  form: DemoForm;
  fields: FieldPairs;
  /** A bot that fills in the honeypot. */
  isSpam?: true;
  files?: readonly SentFile[];
};

/** The fields of the orders form. */
export const ORDER_FIELDS: readonly Field[] = [
  { name: "name", type: "text", label: "Name", required: true },
  { name: "email", type: "email", label: "Email", required: true },
  {
    name: "product",
    type: "choice",
    label: "Product",
    required: true,
    options: ["Astrolabe", "Enigma, restored", "Wind tunnel, used"].map((value) => ({
      value,
      label: value,
    })),
  },
  { name: "quantity", type: "number", label: "Quantity", min: 1, max: 20 },
  {
    name: "extras",
    type: "choices",
    label: "Extras",
    options: ["Express", "Gift wrap"].map((value) => ({ value, label: value })),
  },
].map((field) => Field.parse(field));

/** The hosted page of the orders form. */
export const ORDER_PAGE = {
  title: "Order from our workshop",
  intro: "Every piece is restored by hand. We reply within two working days.",
  button: "Send order",
  thanksTitle: "Your order is with us",
  thanksText: "We'll email you a price and a date.",
  accent: "#0f766e",
} as const;

export const ORDER_REPLY = {
  subject: "We received your order",
  message: "Thank you for your order! We'll email you a price and a date within two working days.",
} as const;

export const ORDER_CHANNEL = {
  kind: "slack",
  url: "https://hooks.slack.com/services/T000DEMO/B000DEMO/demonstration",
  name: "Slack, #orders",
  enabled: false,
} as const;

/** Number of messages accepted in past months, the latest first. */
export const PAST_MONTHS: readonly number[] = [214, 188, 143, 97, 61];

const contact = (hoursAgo: number, name: string, message: string): DemoMessage => ({
  hoursAgo,
  form: "contact",
  fields: [
    ["name", name],
    ["email", `${name.split(" ")[0]?.toLowerCase()}@example.com`],
    ["message", message],
  ],
});

const order = (
  hoursAgo: number,
  [name, email]: [string, string],
  [product, quantity]: [string, string],
  extras: string[] = [],
): DemoMessage => ({
  hoursAgo,
  form: "orders",
  fields: [
    ["name", name],
    ["email", email],
    ["product", product],
    ["quantity", quantity],
    ...(extras.length > 0 ? ([["extras", extras]] satisfies FieldPairs) : []),
  ],
});

const NOTES = "404 at /press/kit.zip\nLinked from the footer and from /about.\n";

/** Oldest first. Two are caught: one by the honeypot, one by a blocked word. */
export const DEMO_MESSAGES: readonly DemoMessage[] = [
  contact(
    150,
    "Grace Hopper",
    "Your talk was the best of the day. Are the slides online somewhere?",
  ),
  contact(121, "Annie Easley", "Do you have a data sheet for the battery in the new model?"),
  order(97, ["Alan Turing", "alan@example.com"], ["Enigma, restored", "1"], ["Express"]),
  {
    ...contact(
      76,
      "Margaret Hamilton",
      "The link to the press kit gives a 404. My notes are in the file.",
    ),
    files: [
      {
        field: "attachment",
        filename: "notes.txt",
        contentType: "text/plain",
        bytes: Buffer.from(NOTES),
      },
    ],
  },
  contact(
    52,
    "Hedy Lamarr",
    "We'd like to interview your founder for our podcast. Whom should we ask?",
  ),
  { ...contact(30, "Best Deals", "Cheap watches, click now!!!"), isSpam: true },
  contact(
    28,
    "Ranking Pros",
    "We offer your website a guaranteed first page. Reply for our offer.",
  ),
  contact(26, "Katherine Johnson", "Your prices don't add up for 12 seats.\n\nCould you check?"),
  order(9, ["Mary Jackson", "mary@example.com"], ["Wind tunnel, used", "1"], ["Express"]),
  contact(5, "Dorothy Vaughan", "Can my team share one account, or does everyone need their own?"),
  order(2, ["Σοφία Παπαδοπούλου", "sofia@example.com"], ["Astrolabe", "2"], ["Gift wrap"]),
];

export const BLOCKED_WORDS = ["guaranteed first page", "cheap watches"];
export const BLOCKED_SENDERS = ["offers.example.net", "winner@example.org"];
