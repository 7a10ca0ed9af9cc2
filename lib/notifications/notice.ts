import type { EmailData } from "#lib/deliveries/schema";

/** A short email with one action, for both HTML and text. */
export type NoticeContent = {
  subject: string;
  title: string;
  paragraphs: string[];
  action: { label: string; href: string };
  /** How long the link works, and what to do if the email wasn't expected. */
  notes: string[];
  reason: string;
};

export type DataOf<Kind extends EmailData["kind"]> = Extract<EmailData, { kind: Kind }>;
