import type { FieldType } from "#lib/fields/types";

type Autofill = {
  /** What the HTML standard calls it. */
  token: string;
  label: string;
};

const COUNTRY: readonly Autofill[] = [
  { token: "country-name", label: "Country" },
  { token: "country", label: "Country code" },
];
const TITLE: Autofill = { token: "honorific-prefix", label: "Title, like Dr." };
const NOTHING: Autofill = { token: "off", label: "Nothing" };

/** What browsers can fill in, by type. Types that are missing have nothing to fill in. */
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

/** What a field of this type can ask browsers to fill in, and what it asks for now. Empty if there's no choice. */
export function autofillsOf(type: FieldType, chosen: string | null): readonly Autofill[] {
  const usual = AUTOFILLS[type] ?? [];
  const isOther = chosen !== null && !usual.some(({ token }) => token === chosen);
  return isOther ? [...usual, { token: chosen, label: chosen }] : usual;
}

/** What stays chosen when the field gets this type: nothing that only made sense for the last one. */
export function keptAutofill(type: FieldType, chosen: string | null): string | null {
  return AUTOFILLS[type]?.some(({ token }) => token === chosen) ? chosen : null;
}
