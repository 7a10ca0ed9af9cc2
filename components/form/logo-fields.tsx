"use client";

import { useEffect, useRef } from "react";
import type { FormAction, FormState } from "#components/form/action-result.ts";
import { CheckboxField, FieldFrame, useField } from "#components/form/fields";
import { Input } from "#components/ui/input";
import { LOGO_FAULTS, LOGO_TYPES, MAX_LOGO_BYTES } from "#lib/domain/forms/file-rules";

const TOO_LARGE = {
  message: null,
  details: [{ path: "logo", message: LOGO_FAULTS.size }],
  values: {},
  retryAt: null,
};

/** An action with a logo. The server reads no body that is much larger, so it couldn't explain why. */
export function withLogoLimit(action: FormAction): FormAction {
  return async (state: FormState, data: FormData) => {
    const file = data.get("logo");
    const isTooLarge = file instanceof File && file.size > MAX_LOGO_BYTES;
    return isTooLarge ? { ok: false, error: TOO_LARGE } : action(state, data);
  };
}

type LogoFieldsProps = {
  /** The path of the saved logo, or null without one. */
  logo: string | null;
  /** Describes the saved logo. */
  description: string;
};

/** Renders the saved logo, which can be removed, and a field for a new one. */
export function LogoFields({ logo, description }: LogoFieldsProps) {
  return (
    <>
      {logo === null ? null : (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          {/* It has a light background, like on a visitor’s dark page. */}
          <span className="flex h-16 max-w-full items-center rounded-md border bg-white p-1">
            {/* biome-ignore lint/performance/noImgElement: there's no image server */}
            <img src={logo} alt={description} className="max-h-full max-w-full" />
          </span>
          <CheckboxField name="remove" label="Remove the logo" />
        </div>
      )}
      <LogoField label={logo === null ? "Upload a logo" : "Replace the logo"} />
    </>
  );
}

function LogoField({ label }: { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The file may have been selected before hydration.
    if (input.current?.value) input.current.dispatchEvent(new Event("change", { bubbles: true }));
  }, []);
  const field = useField("logo", "logo", true);
  const hint = "PNG, JPEG, or WebP, up to 200 KB.";
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <Input
        {...field.control}
        ref={input}
        type="file"
        accept={LOGO_TYPES.join(",")}
        className="h-auto p-1 file:mr-3 file:rounded-sm file:bg-muted file:px-3 file:py-1 file:font-medium"
        // Allows selecting the same file again, after it has changed.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
      />
    </FieldFrame>
  );
}
