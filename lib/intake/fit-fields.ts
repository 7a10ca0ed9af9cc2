import type { ErrorDetail } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields";
import { checkFields, type Fault, faultMessage } from "#lib/fields/rules";
import type { InvalidField } from "#lib/fields/schema";
import type { OpenForm } from "#lib/intake/open-form";

/** A submission as its form's fields see it. */
export type FittedContent<File> = {
  /** Without what the form drops. */
  fields: FieldPairs;
  files: File[];
  /** Faults that reject the submission. */
  faults: Fault[];
  /** Values that are stored, but marked. */
  invalidFields: InvalidField[];
  /** True if something was dropped. */
  isReduced: boolean;
};

/** Faults as the API reports them. */
export function faultDetails(faults: readonly Fault[]): ErrorDetail[] {
  return faults.map((fault) => ({ path: fault.name, message: faultMessage(fault) }));
}

/** Applies a form's fields to what was submitted. Without fields, everything stays as it is. Pure. */
export function fitFields<File extends { field: string }>(
  { fieldList, settings }: Pick<OpenForm, "fieldList" | "settings">,
  { fields, files }: { fields: FieldPairs; files: readonly File[] },
): FittedContent<File> {
  if (!fieldList)
    return { fields, files: [...files], faults: [], invalidFields: [], isReduced: false };
  const sent = { fields, fileFields: files.map(({ field }) => field) };
  const acceptsFiles = settings.uploads.enabled;
  const { faults, others } = checkFields(fieldList, sent, { acceptsFiles });
  const isMarked = fieldList.onInvalid === "mark";
  const unknown =
    fieldList.otherFields === "reject"
      ? others.map((name): Fault => ({ name, rule: "unknown" }))
      : [];
  const dropped = new Set(fieldList.otherFields === "drop" ? others : []);
  const isRejected = unknown.length > 0 || (faults.length > 0 && !isMarked);
  return {
    fields: fields.filter(([name]) => !dropped.has(name)),
    files: files.filter(({ field }) => !dropped.has(field)),
    faults: isRejected ? [...faults, ...unknown] : [],
    invalidFields: isMarked
      ? faults.map((fault) => ({ name: fault.name, message: faultMessage(fault) }))
      : [],
    isReduced: dropped.size > 0,
  };
}
