"use client";

import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useFormContext } from "#components/form/action-form";
import { useTyping } from "#components/form/use-typing.ts";
import type { FormFields } from "#lib/domain/forms/fields/schema";
import { FormPreview } from "../form-preview";
import { SaveBar } from "../list-editor/save-bar";
import { toInput } from "./draft";
import { FieldList, type FieldListProps } from "./field-list";
import { toPageInput } from "./page-input";
import { PageSections, type PageSectionsProps } from "./page-sections";
import { type FieldsDraft, useFieldsDraft } from "./use-fields-draft";

/** The part that the person is editing, which the preview shows. */
type Place = "fields" | "page" | "thanks";

/** Fields that only the hosted form shows. Those of the look are shown on both pages. */
const FORM_TEXTS = ["title", "intro", "hasIntro", "button"];

function placeOf(target: EventTarget): Place | null {
  const { name = "" } = target as Partial<HTMLInputElement>;
  if (name.startsWith("thanks")) return "thanks";
  return FORM_TEXTS.includes(name) ? "page" : null;
}

const SECTIONS = [
  { id: "fields", label: "Fields" },
  { id: "page", label: "Page" },
  { id: "after-sending", label: "After sending" },
  { id: "preview", label: "Preview" },
] as const;

type FormEditorProps = Omit<FieldListProps, "state"> &
  Omit<PageSectionsProps, "saved" | "logo" | "bar"> & {
    fields: FormFields;
    page: PageSectionsProps["saved"];
    /** False while allowed origins keep the form’s own page from being shown. */
    isHosted: boolean;
  };

/** A form's fields and pages, with one preview and one bar that saves both. */
export function FormEditor({ fields: savedFields, page, isHosted, ...props }: FormEditorProps) {
  const { form } = props;
  const fields = useFieldsDraft(form.id, savedFields, form.settings.honeypot);
  const box = useRef<HTMLDivElement>(null);
  const { revision: _, logoUrl, ...initial } = page;
  // The dashboard only shows images from the origin that it was opened with.
  const logo = logoUrl?.replace(/^https?:\/\/[^/]+/, "") ?? null;
  const [typed, setTyped] = useState<ReturnType<typeof toPageInput>>(initial);
  useTyping(box, (data) => setTyped(toPageInput(data)));
  const [place, setPlace] = useState<Place>("fields");
  const [barPlace, setBarPlace] = useState<HTMLElement | null>(null);
  return (
    <div className="flex flex-col gap-6">
      <nav aria-label="Sections" className="-mt-2 -mb-2 sm:-mt-3 lg:hidden">
        <ul className="flex flex-wrap gap-1">
          {SECTIONS.map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex h-8 items-center rounded-md px-3 font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-8">
          <section
            id="fields"
            aria-labelledby="fields-title"
            className="grid min-w-0 scroll-mt-16 gap-4"
            onFocus={() => setPlace("fields")}
          >
            <h2 id="fields-title" className="text-base leading-6 font-semibold tracking-tight">
              Fields
            </h2>
            <FieldList {...props} state={fields} />
          </section>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: shows the page that a field belongs to */}
          <div
            ref={box}
            className="min-w-0"
            onFocus={({ target }) => setPlace((latest) => placeOf(target) ?? latest)}
          >
            <PageSections
              {...props}
              saved={page}
              logo={logo}
              bar={barPlace && createPortal(<EditorBar fields={fields} />, barPlace)}
            />
          </div>
        </div>
        <FormPreview
          formId={form.id}
          publicKey={form.publicKey}
          draft={{
            fields: JSON.stringify(toInput(fields.content).fields),
            edited: place === "fields" ? editedOf(fields) : "",
            page: JSON.stringify(typed),
            logo: logo ?? "",
          }}
          isHosted={isHosted}
          hasBothSchemes={typed.theme === "auto"}
          part={place === "thanks" ? "thanks" : "form"}
        />
      </div>
      <div ref={setBarPlace} className="contents" />
    </div>
  );
}

/** Returns the position of the field that was opened last; empty for none. */
function editedOf({ content, openIds }: FieldsDraft): string {
  const place = content.fields.findIndex(({ id }) => id === openIds.at(-1));
  return place < 0 ? "" : String(place);
}

/** Saves and discards changes. Fields and page have separate revisions. */
function EditorBar({ fields }: { fields: FieldsDraft }) {
  const page = useFormContext();
  const areFieldsUnsaved = fields.isDirty || fields.failed !== null;
  const isPageUnsaved = page.isDirty || page.error !== null;
  return (
    <SaveBar
      editor={{
        ...fields,
        isDirty: fields.isDirty || page.isDirty,
        isPending: fields.isPending || page.isPending,
        discard: () => {
          const undoFields = areFieldsUnsaved ? fields.discard() : null;
          const undoPage = isPageUnsaved ? page.discard() : null;
          return () => {
            undoFields?.();
            undoPage?.();
          };
        },
      }}
      label="Save changes"
      save={() => {
        if (areFieldsUnsaved) fields.save();
        if (isPageUnsaved) page.submit();
      }}
      overwrite={fields.saveOver}
    />
  );
}
