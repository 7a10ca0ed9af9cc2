import type { FieldPairs } from "#lib/core/fields/fields";
import {
  checkFields,
  type Fault,
  faultMessage,
  toWebAddress,
} from "#lib/domain/forms/fields/rules";
import { type FieldList, UNSAVED_FIELDS } from "#lib/domain/forms/fields/schema";
import type { OpenForm } from "#lib/domain/intake/open-form";

/** Adds `https://` to bare hostnames in `url` fields. Other values are stored as sent. */
function withSchemes(fields: FieldPairs, own: FieldList["fields"]): FieldPairs {
  const names = new Set(own.flatMap(({ name, type }) => (type === "url" ? [name] : [])));
  const complete = (text: string) => {
    const address = toWebAddress(text.trim());
    return address === null || address === text.trim() ? text : address;
  };
  if (names.size === 0) return fields;
  return fields.map(([name, value]) => {
    if (!names.has(name)) return [name, value];
    return [name, typeof value === "string" ? complete(value) : value.map(complete)];
  });
}

/** The submitted content after a form's fields were applied. */
export type FittedContent = ReturnType<typeof fitFields>;

/** Applies a form's fields to submitted content. If the form has none, nothing changes. Pure. */
export function fitFields<File extends { field: string }>(
  { fieldList, settings }: Pick<OpenForm, "fieldList" | "settings">,
  { fields, files }: { fields: FieldPairs; files: readonly File[] },
) {
  const { otherFields, onInvalid, ...list } = fieldList ?? UNSAVED_FIELDS;
  const sent = { fields, fileFields: files.map(({ field }) => field) };
  const { faults, others } = checkFields(list, sent, { acceptsFiles: settings.uploads.enabled });
  const isMarked = onInvalid === "mark";
  const unknown =
    otherFields === "reject" ? others.map((name): Fault => ({ name, rule: "unknown" })) : [];
  const dropped = new Set(otherFields === "drop" ? others : []);
  const isRejected = unknown.length > 0 || (faults.length > 0 && !isMarked);
  return {
    fields: withSchemes(
      fields.filter(([name]) => !dropped.has(name)),
      list.fields,
    ),
    files: files.filter(({ field }) => !dropped.has(field)),
    /** Faults that reject the submission. */
    faults: isRejected ? [...faults, ...unknown] : [],
    /** Invalid values that are stored, but marked. */
    invalidFields: isMarked
      ? faults.map((fault) => ({ name: fault.name, message: faultMessage(fault) }))
      : [],
    /** True if something was dropped. */
    isReduced: dropped.size > 0,
  };
}
