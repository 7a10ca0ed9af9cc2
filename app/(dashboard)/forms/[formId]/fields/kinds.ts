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
import type { FieldType } from "#lib/fields/types";

type Kind = {
  type: FieldType;
  label: string;
  Icon: LucideIcon;
  /** The label of a new field: empty where there's no usual one. */
  newLabel: string;
};

/** The types of fields, as the menu groups them. */
export const KIND_GROUPS: readonly (readonly Kind[])[] = [
  [
    { type: "text", label: "Short text", Icon: Type, newLabel: "" },
    { type: "long_text", label: "Long text", Icon: AlignLeft, newLabel: "" },
    { type: "email", label: "Email", Icon: Mail, newLabel: "Email" },
    { type: "phone", label: "Phone", Icon: Phone, newLabel: "Phone" },
    { type: "url", label: "Web address", Icon: Link, newLabel: "Website" },
    { type: "number", label: "Number", Icon: Hash, newLabel: "" },
    { type: "date", label: "Date", Icon: Calendar, newLabel: "Date" },
  ],
  [
    { type: "choice", label: "Single choice", Icon: CircleDot, newLabel: "" },
    { type: "choices", label: "Multiple choice", Icon: ListChecks, newLabel: "" },
    { type: "checkbox", label: "Checkbox", Icon: SquareCheck, newLabel: "" },
  ],
  [
    { type: "file", label: "File upload", Icon: Paperclip, newLabel: "Files" },
    { type: "hidden", label: "Hidden value", Icon: EyeOff, newLabel: "" },
  ],
];

export const KINDS: readonly Kind[] = KIND_GROUPS.flat();

const FIRST: Kind = { type: "text", label: "Short text", Icon: Type, newLabel: "" };

export function kindOf(type: FieldType): Kind {
  return KINDS.find((kind) => kind.type === type) ?? FIRST;
}
