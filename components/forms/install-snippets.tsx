"use client";

import Link from "next/link";
import { useState } from "react";
import { CheckboxField } from "#components/form/fields";
import { CodeBlock } from "#components/ui/code";
import { Tabs } from "#components/ui/tabs";
import type { SnippetForm, SnippetOptions } from "#lib/domain/forms/snippets/component-snippets";
import { SNIPPETS } from "#lib/domain/forms/snippets/snippets";

type InstallSnippetsProps = { formId: string; form: SnippetForm };

export function InstallSnippets({ formId, form }: InstallSnippetsProps) {
  const acceptsFiles = form.settings.uploads.enabled;
  const hasOwnFields = form.fields.length > 0;
  const [language, setLanguage] = useState(SNIPPETS[0]?.name);
  const [options, setOptions] = useState<SnippetOptions>({
    preventsDuplicates: false,
    hasFile: acceptsFiles,
    hasHoneypot: false,
  });
  const known = SNIPPETS.find(({ name }) => name === language)?.options ?? [];
  const controlOf = (name: keyof SnippetOptions) => ({
    name,
    defaultChecked: options[name],
    disabled: !known.includes(name) || (name === "hasFile" && (!acceptsFiles || hasOwnFields)),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setOptions({ ...options, [name]: event.currentTarget.checked }),
  });
  return (
    <div className="grid gap-5">
      <Tabs
        label="Language"
        onSelect={setLanguage}
        tabs={SNIPPETS.map(({ name, label, title, write }) => ({
          name,
          label,
          content: (
            <CodeBlock
              className="mt-4"
              code={write(form, options)}
              title={title}
              what={`${label} snippet`}
              withCopyLabel
            />
          ),
        }))}
      />
      <fieldset className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <legend className="sr-only">Options</legend>
        <CheckboxField
          {...controlOf("preventsDuplicates")}
          label="Prevent double submits"
          hint={
            known.includes("preventsDuplicates")
              ? "A message that’s sent twice is stored once."
              : "Not available for curl. Each run sends a new message."
          }
        />
        <CheckboxField
          {...controlOf("hasFile")}
          label="File upload"
          hint={
            hasOwnFields ? (
              "Set by the form’s fields."
            ) : acceptsFiles ? (
              "Adds a file field."
            ) : (
              <>
                Accept files in{" "}
                <Link href={`/forms/${formId}/settings`} className="link">
                  Settings
                </Link>{" "}
                first.
              </>
            )
          }
        />
        <CheckboxField
          {...controlOf("hasHoneypot")}
          label="Honeypot"
          hint="A hidden field. Messages from bots that fill it in go to spam."
        />
      </fieldset>
    </div>
  );
}
