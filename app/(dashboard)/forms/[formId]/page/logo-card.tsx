"use client";

import { useEffect, useRef } from "react";
import { ActionForm, useFormContext } from "#components/form/action-form";
import type { ActionResult, FormState } from "#components/form/action-result.ts";
import { ConfirmAction } from "#components/form/confirm-action";
import { FieldFrame, useField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardTitle } from "#components/ui/card";
import { Input } from "#components/ui/input";
import { LOGO_FAULTS, LOGO_TYPES, MAX_LOGO_BYTES } from "#lib/domain/forms/file-rules";
import { removeLogoAction, saveLogoAction } from "./actions";

const TOO_LARGE = {
  message: null,
  details: [{ path: "logo", message: LOGO_FAULTS.size }],
  values: {},
  retryAt: null,
};

/** The server reads no body that is much larger, so it couldn't explain why. */
async function upload(formId: string, state: FormState, data: FormData): Promise<ActionResult> {
  const file = data.get("logo");
  const isTooLarge = file instanceof File && file.size > MAX_LOGO_BYTES;
  return isTooLarge ? { ok: false, error: TOO_LARGE } : saveLogoAction(formId, state, data);
}

type LogoCardProps = {
  formId: string;
  /** Its path, or null without one. */
  logo: string | null;
};

/** The logo of the form's pages, which is saved as soon as it's selected. */
export function LogoCard({ formId, logo }: LogoCardProps) {
  const box = useRef<HTMLDivElement>(null);
  const hadLogo = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone with the logo.
    if (hadLogo.current && logo === null) box.current?.querySelector("input")?.focus();
    hadLogo.current = logo !== null;
  }, [logo]);
  return (
    <Card>
      <CardContent className="grid gap-4">
        <CardTitle>Logo</CardTitle>
        {logo === null ? null : (
          <div className="flex flex-wrap items-center gap-4">
            {/* Like in a visitor's dark page, it has a light background. */}
            <span className="flex h-16 max-w-full items-center rounded-md border bg-white p-1">
              {/* biome-ignore lint/performance/noImgElement: there's no image server */}
              <img src={logo} alt="Logo of this form" className="max-h-full max-w-full" />
            </span>
            <ConfirmAction
              title="Remove the logo?"
              confirmLabel="Remove logo"
              action={removeLogoAction.bind(null, formId)}
              trigger={(open) => (
                <Button variant="outline" size="sm" onClick={open}>
                  Remove logo
                </Button>
              )}
            >
              The hosted form and the thank-you page are shown without it. To get it back, you have
              to upload it again.
            </ConfirmAction>
          </div>
        )}
        <div ref={box}>
          <ActionForm action={upload.bind(null, formId)} resetWhenDone className="grid gap-4">
            <div className="empty:hidden">
              <FormMessage />
            </div>
            <LogoField label={logo === null ? "Upload a logo" : "Replace the logo"} />
          </ActionForm>
        </div>
      </CardContent>
    </Card>
  );
}

/** A file may have been selected before the page listened. */
function uploadSelected(input: HTMLInputElement | null): void {
  if (input?.value) input.form?.requestSubmit();
}

function LogoField({ label }: { label: string }) {
  const { isPending } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => uploadSelected(input.current), []);
  const field = useField("logo", "logo", true);
  const hint = "PNG, JPEG, or WebP, up to 200 KB. Visitors see it as soon as you select it.";
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <Input
        {...field.control}
        ref={input}
        type="file"
        accept={LOGO_TYPES.join(",")}
        className="h-auto p-1 file:mr-3 file:rounded-sm file:bg-muted file:px-3 file:py-1 file:font-medium"
        // The same file, changed since, can be selected again.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ currentTarget }) => uploadSelected(currentTarget)}
      />
      {isPending ? (
        <p role="status" className="text-sm text-muted-foreground">
          Uploading…
        </p>
      ) : null}
    </FieldFrame>
  );
}
