"use client";

import { useState } from "react";
import { FieldErrors } from "#components/form/action-form";
import { PLAIN, TextareaField } from "#components/form/fields";
import { Button } from "#components/ui/button";
import { TitledDialog } from "#components/ui/dialog";
import { type HtmlForm, readHtml } from "./read-html";

const MAX_CHARACTERS = 200_000;

type HtmlDialogProps = {
  honeypot: string;
  onClose: () => void;
  onRead: (form: HtmlForm, html: string) => void;
};

/** Asks for the HTML of a form that exists already. */
export default function HtmlDialog({ honeypot, onClose, onRead }: HtmlDialogProps) {
  const [html, setHtml] = useState("");
  const [error, setError] = useState("");

  function read(): void {
    const form = readHtml(html, honeypot);
    if (form.fields.length > 0) onRead(form, html);
    else
      setError(
        "This has no fields with a name or an ID. Paste all of the form, from <form> to </form>.",
      );
  }

  return (
    <TitledDialog
      title="Start from HTML"
      description="Paste your form, or the whole page. It’s read in your browser, and nothing in it runs."
      className="max-w-2xl"
      onClose={onClose}
      buttons={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={read}>Read fields</Button>
        </>
      }
    >
      <FieldErrors errors={error === "" ? {} : { html: error }}>
        <TextareaField
          name="html"
          label="HTML"
          rows={10}
          value={html}
          maxLength={MAX_CHARACTERS}
          placeholder={
            '<form action="…" method="post">\n  <label>Email <input type="email" name="email" required></label>\n</form>'
          }
          className="[&_textarea]:max-h-80 [&_textarea]:min-h-52 [&_textarea]:font-mono md:[&_textarea]:text-xs"
          {...PLAIN}
          autoFocus
          onChange={({ target }) => setHtml(target.value)}
        />
      </FieldErrors>
    </TitledDialog>
  );
}
