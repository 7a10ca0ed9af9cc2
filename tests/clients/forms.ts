/** A form without a script of its own: the browser navigates to the response. */
export type FormClient = {
  name: string;
  /** Attributes of the form besides `action` and `method`. */
  attributes?: string;
  /** Fields besides Name and Message. */
  fields?: string;
  /** A module that the page loads. */
  module?: string;
};

export const FORMS: readonly FormClient[] = [
  { name: "Plain form" },
  { name: "Multipart form", attributes: 'enctype="multipart/form-data"' },
  { name: "Form with target=_blank", attributes: 'target="_blank"' },
  {
    name: "Form in windows-1252, with _charset_",
    attributes: 'accept-charset="windows-1252"',
    fields: '<input type="hidden" name="_charset_">',
  },
  { name: "Turbo 8", module: 'import "@hotwired/turbo";' },
];
