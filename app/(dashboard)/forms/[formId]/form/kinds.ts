import {
  AlignLeft,
  Calendar,
  CircleDot,
  EyeOff,
  Hash,
  Link,
  ListChecks,
  type LucideIcon,
  Mail,
  Paperclip,
  Phone,
  SquareCheck,
  Type,
} from "lucide-react";
import type { FieldType } from "#lib/domain/forms/fields/types";

type Kind = {
  label: string;
  Icon: LucideIcon;
  /** The label of a new field, if there's a usual one. */
  newLabel?: string;
};

export const FIELD_KINDS: Readonly<Record<FieldType, Kind>> = {
  text: { label: "Short text", Icon: Type },
  long_text: { label: "Long text", Icon: AlignLeft },
  email: { label: "Email", Icon: Mail, newLabel: "Email" },
  phone: { label: "Phone", Icon: Phone, newLabel: "Phone" },
  url: { label: "Web address", Icon: Link, newLabel: "Website" },
  number: { label: "Number", Icon: Hash },
  date: { label: "Date", Icon: Calendar, newLabel: "Date" },
  choice: { label: "Single choice", Icon: CircleDot },
  choices: { label: "Multiple choice", Icon: ListChecks },
  checkbox: { label: "Checkbox", Icon: SquareCheck },
  file: { label: "File upload", Icon: Paperclip, newLabel: "Files" },
  hidden: { label: "Hidden value", Icon: EyeOff },
};

/** The types as the menu groups them. */
export const TYPE_GROUPS: readonly (readonly FieldType[])[] = [
  ["text", "long_text", "email", "phone", "url", "number", "date"],
  ["choice", "choices", "checkbox"],
  ["file", "hidden"],
];

type Autofill = {
  /** The token in the HTML standard. */
  token: string;
  label: string;
};

const COUNTRY: readonly Autofill[] = [
  { token: "country-name", label: "Country" },
  { token: "country", label: "Country code" },
];
const TITLE: Autofill = { token: "honorific-prefix", label: "Title, like Dr." };
const NOTHING: Autofill = { token: "off", label: "Nothing" };

/** The autofill options by type. Types that aren't listed have none. */
const AUTOFILLS: Partial<Record<FieldType, readonly Autofill[]>> = {
  text: [
    { token: "name", label: "Full name" },
    { token: "given-name", label: "First name" },
    { token: "family-name", label: "Last name" },
    TITLE,
    { token: "organization", label: "Company" },
    { token: "organization-title", label: "Job title" },
    { token: "address-line1", label: "Address, first line" },
    { token: "address-line2", label: "Address, second line" },
    { token: "postal-code", label: "Postal code" },
    { token: "address-level2", label: "City" },
    { token: "address-level1", label: "State or region" },
    ...COUNTRY,
    NOTHING,
  ],
  long_text: [{ token: "street-address", label: "Street address" }, NOTHING],
  email: [NOTHING],
  phone: [NOTHING],
  url: [NOTHING],
  number: [NOTHING],
  date: [{ token: "bday", label: "Birthday" }, NOTHING],
  choice: [...COUNTRY, TITLE, NOTHING],
};

/** Returns the autofill options of a type, including the selected one. Empty if there's nothing to select. */
export function autofillsOf(type: FieldType, selected: string | null): readonly Autofill[] {
  const usual = AUTOFILLS[type] ?? [];
  const isOther = selected !== null && !usual.some(({ token }) => token === selected);
  return isOther ? [...usual, { token: selected, label: selected }] : usual;
}

/**
 * Returns the autofill option to keep when the field gets this type: null if it only applies to the old
 * one.
 */
export function keptAutofill(type: FieldType, selected: string | null): string | null {
  return AUTOFILLS[type]?.some(({ token }) => token === selected) ? selected : null;
}
