"use client";

import { CheckboxField, useField } from "#components/form/fields";
import { UPLOAD_TYPE_NAMES, UPLOAD_TYPES, type UploadType } from "#lib/forms/file-rules";

/** The types of files that the form accepts. */
export function UploadTypesField({ selected }: { selected: readonly UploadType[] }) {
  const { error, errorId, control } = useField("uploadTypes", "uploadTypes", false);
  return (
    <fieldset aria-describedby={control["aria-describedby"]}>
      <legend className="font-medium">Types of files</legend>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {UPLOAD_TYPE_NAMES.map((type) => (
          <CheckboxField
            key={type}
            name="uploadTypes"
            value={type}
            label={UPLOAD_TYPES[type].label}
            hint={UPLOAD_TYPES[type].extensions.join(", ")}
            defaultChecked={selected.includes(type)}
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} tabIndex={-1} data-form-message className="mt-3 text-destructive">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
