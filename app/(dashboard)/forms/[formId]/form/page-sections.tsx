"use client";

import type { ReactNode } from "react";
import { ActionForm, RevisionField } from "#components/form/action-form";
import { ColorField, OUR_COLOR } from "#components/form/color-field";
import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { LogoFields, withLogoLimit } from "#components/form/logo-fields";
import { Button } from "#components/ui/button";
import { Card, CardContent, CardFooter, CardHeader } from "#components/ui/card";
import { Disclosure } from "#components/ui/disclosure";
import type { FormPage } from "#lib/domain/forms/page/page-schema";
import type { Form } from "#lib/domain/forms/schema";
import { savePageAction } from "./actions";
import { KEEPS_NO_TEXT } from "./page-input";

export type PageSectionsProps = {
  form: Form;
  saved: FormPage;
  /** The path of the logo; null without one. */
  logo: string | null;
  languages: readonly { language: string; name: string }[];
  /** The workspace’s brand, for pages that have no logo or color of their own. */
  brand: { color: string | null; hasLogo: boolean };
  /** The bar that saves, which may be elsewhere on the page. */
  bar: ReactNode;
};

/** The texts and look of the form's pages. Without JavaScript, they have their own save button. */
export function PageSections({ bar, ...props }: PageSectionsProps) {
  const { form, saved } = props;
  return (
    <ActionForm
      action={withLogoLimit(savePageAction.bind(null, form.id))}
      draftKey={`page-${form.id}`}
      resetWhenDone
      className="grid gap-6"
    >
      <RevisionField revision={saved.revision ?? ""} />
      <Look {...props} />
      <AfterSending saved={saved} />
      {bar}
    </ActionForm>
  );
}

function Look({ form, saved, logo, languages, brand }: Omit<PageSectionsProps, "bar">) {
  return (
    <Card id="page" className="scroll-mt-16">
      <CardHeader title="Page" description="What visitors read and see around the fields." />
      <CardContent className="grid gap-5">
        <div className="empty:hidden">
          <FormMessage canDiscard={false} />
        </div>
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
        <ColorField
          name="accent"
          label="Accent color"
          hint="For the button and links. Made darker or lighter where it would be hard to read."
          ours={brand.color ?? OUR_COLOR}
          color={saved.accent}
        />
        {brand.hasLogo && logo === null ? (
          <p className="text-muted-foreground">
            Visitors see the logo of your workspace. One of this form’s own takes its place.
          </p>
        ) : null}
        <LogoFields logo={logo} description="Logo of this form" />
        <Disclosure summary="Theme and language">
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
        </Disclosure>
      </CardContent>
    </Card>
  );
}

function AfterSending({ saved }: Pick<PageSectionsProps, "saved">) {
  return (
    <Card id="after-sending" className="scroll-mt-16">
      <CardHeader title="After sending" description="The page that thanks visitors." />
      <CardContent className="grid gap-5">
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
      {/* Its switch is on the Notify tab, next to the auto-reply. */}
      {saved.confirmEmail ? <input type="hidden" name="confirmEmail" value="on" /> : null}
      <noscript>
        <CardFooter>
          <Button type="submit">Save page</Button>
        </CardFooter>
      </noscript>
    </Card>
  );
}
