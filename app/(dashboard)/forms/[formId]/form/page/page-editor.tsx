"use client";

import { useRef, useState } from "react";
import { ColorField, OUR_COLOR } from "#components/form/color-field";
import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { useTyping } from "#components/form/use-typing.ts";
import { CardContent, CardTitle } from "#components/ui/card";
import type { FormPage } from "#lib/domain/forms/page/page-schema";
import type { Form } from "#lib/domain/forms/schema";
import { FormPreview } from "../../form-preview";
import { savePageAction } from "./actions";
import { LogoCard } from "./logo-card";
import { KEEPS_NO_TEXT, toPageInput } from "./page-input";

/** Fields that only the hosted form shows. Those of the look are shown on both pages. */
const FORM_TEXTS = ["title", "intro", "hasIntro", "button"];

type PageEditorProps = {
  form: Form;
  saved: FormPage;
  languages: readonly { language: string; name: string }[];
  /** What pages have of the workspace’s brand where they have none of their own. */
  brand: { color: string | null; hasLogo: boolean };
};

export function PageEditor(props: PageEditorProps) {
  const { form, saved } = props;
  const box = useRef<HTMLDivElement>(null);
  // The dashboard shows only images of the origin that it's opened at.
  const logo = saved.logoUrl?.replace(/^https?:\/\/[^/]+/, "") ?? null;
  const [part, setPart] = useState<"form" | "thanks">("form");
  const { revision: _, logoUrl: __, ...initial } = saved;
  const [typed, setTyped] = useState<ReturnType<typeof toPageInput>>(initial);
  useTyping(box, (data) => setTyped(toPageInput(data)));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid min-w-0 gap-6">
        <LogoCard formId={form.id} logo={logo} hasBrandLogo={props.brand.hasLogo} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: shows the page that a field belongs to */}
        <div
          ref={box}
          onFocus={({ target }) => {
            const { name } = target as Partial<HTMLInputElement>;
            if (name?.startsWith("thanks")) setPart("thanks");
            else if (name && FORM_TEXTS.includes(name)) setPart("form");
          }}
        >
          <PageForm {...props} />
        </div>
      </div>
      <FormPreview
        formId={form.id}
        publicKey={form.publicKey}
        draft={{ page: JSON.stringify(typed), logo: logo ?? "" }}
        hasBothSchemes={typed.theme === "auto"}
        part={part}
      />
    </div>
  );
}

function PageForm({ form, saved, languages, brand }: PageEditorProps) {
  return (
    <FormCard
      action={savePageAction.bind(null, form.id)}
      draftKey={`page-${form.id}`}
      revision={saved.revision ?? ""}
      saveLabel="Save page"
    >
      <CardContent className="grid gap-5">
        <CardTitle>Hosted form</CardTitle>
        <TextField
          name="title"
          label="Title"
          maxLength={120}
          placeholder={form.name}
          defaultValue={saved.title ?? ""}
        />
        <TextareaField
          name="intro"
          label="Introduction"
          rows={2}
          maxLength={1000}
          placeholder="Your message goes straight to our inbox."
          defaultValue={saved.intro ?? ""}
        />
        <SwitchField
          name="hasIntro"
          label="Show an introduction"
          defaultChecked={saved.intro !== ""}
        />
        <TextField
          name="button"
          label="Button"
          maxLength={60}
          placeholder="Send message"
          hint="Leave a field blank to use our default text in the visitor’s language."
          defaultValue={saved.button ?? ""}
        />
      </CardContent>
      <CardContent className="grid gap-5">
        <CardTitle>Thank-you page</CardTitle>
        {saved.thanksText === "" ? <input type="hidden" name={KEEPS_NO_TEXT} value="on" /> : null}
        <TextField
          name="thanksTitle"
          label="Thank-you title"
          maxLength={120}
          placeholder="Thank you"
          defaultValue={saved.thanksTitle ?? ""}
        />
        <TextareaField
          name="thanksText"
          label="Thank-you text"
          rows={2}
          maxLength={2000}
          placeholder="Your message was received."
          defaultValue={saved.thanksText ?? ""}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="thanksLinkUrl"
            label="Link address"
            type="url"
            placeholder="https://example.com"
            hint="Leave blank to offer the form again."
            defaultValue={saved.thanksLinkUrl ?? ""}
          />
          <TextField
            name="thanksLinkText"
            label="Link text"
            maxLength={60}
            defaultValue={saved.thanksLinkText ?? ""}
          />
        </div>
      </CardContent>
      <CardContent className="grid gap-5">
        <CardTitle>Look and language</CardTitle>
        <ColorField
          name="accent"
          label="Accent color"
          hint="For the button and links. Made darker or lighter where it would be hard to read."
          ours={brand.color ?? OUR_COLOR}
          color={saved.accent}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField name="theme" label="Theme" defaultValue={saved.theme}>
            <option value="auto">Match the visitor’s device</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </SelectField>
          <SelectField name="language" label="Language" defaultValue={saved.language}>
            <option value="auto">Match the visitor’s browser</option>
            {languages.map(({ language, name }) => (
              <option key={language} value={language} lang={language}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </CardContent>
      {/* Its switch is on the Notify tab, beside the auto-reply. */}
      {saved.confirmEmail ? <input type="hidden" name="confirmEmail" value="on" /> : null}
    </FormCard>
  );
}
