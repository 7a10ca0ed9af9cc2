import { describe, expect, test } from "vitest";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { rejectedPage } from "#lib/entry/visitor-pages/rejected-page";
import { pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import {
  HOSTILE,
  tagsOf,
  textOf,
  unlabelled,
  visitorForm,
} from "#tests/support/factories/page-text";

const OPTIONS = [
  { value: "a", label: "Option A" },
  { value: "b", label: "Option B" },
];

/** A form with a field of every type, and this text wherever an owner can write. */
function formWith(text: string, changes: Partial<VisitorForm> = {}): VisitorForm {
  const own = { label: text, help: text, placeholder: text, required: true };
  const plain = { label: text };
  const menu = Array.from({ length: 6 }, (_, n) => ({ value: `${text}${n}`, label: text }));
  return visitorForm({
    fields: StoredFields.parse([
      { name: "text", type: "text", minLength: 2, maxLength: 9, width: "half", ...own },
      { name: "long", type: "long_text", ...own },
      { name: "mail", type: "email", ...own },
      { name: "site", type: "url", ...plain },
      { name: "tel", type: "phone", autocomplete: "tel-national", ...own },
      { name: "count", type: "number", min: 1, max: 5, ...own },
      { name: "day", type: "date", min: "2026-01-01", ...own },
      { name: "one", type: "choice", options: OPTIONS, ...own },
      { name: "menu", type: "choice", options: menu, ...own },
      { name: "many", type: "choices", options: OPTIONS, ...own },
      { name: "terms", type: "checkbox", ...own },
      { name: "cv", type: "file", multiple: true, ...own },
      { name: "campaign", type: "hidden", ...plain },
    ]),
    ...changes,
  });
}

const hosted = (form: VisitorForm, typed: FieldPairs = []) =>
  hostedFormPage({
    nonce: "n",
    form,
    idempotencyKey: "key",
    shownAt: new Date(0),
    typed,
    written: null,
  });

function rejected(
  form: VisitorForm,
  fields: FieldPairs,
  details: ErrorDetail[],
  acceptsOwnOrigin = true,
) {
  return rejectedPage({
    nonce: "n",
    form,
    texts: form.texts,
    error: new AppError("validation_failed", "internal", { details }),
    details,
    body: { fields, controls: new Map(), files: [{ field: "cv", filename: "cv.pdf" }] },
    idempotencyKey: "key",
    senderPage: null,
    acceptsOwnOrigin,
  });
}

test("where it can't be sent again, the message can be copied without what the page set", () => {
  const fields: FieldPairs = [
    ["text", "Hello"],
    ["campaign", "spring"],
    ["many", ["a", "b"]],
    ["extra", "x"],
  ];
  const form = formWith("Label", { texts: pageTextsFor({ language: "de" }, null) });
  const page = textOf(rejected(form, fields, [], false));
  expect(page).toContain('value="Label: Hello\nLabel: a, b\nExtra: x" data-copied="Kopiert."');
  expect(page).not.toContain("spring");
});

describe("a hosted form with fields", () => {
  test("draws every type with its limits, in the list's order", () => {
    const page = textOf(hosted(formWith("Label")));
    for (const tag of [
      'type="text" id="f0" name="text" required minlength="2" maxlength="9" placeholder="Label"',
      '<textarea id="f1" name="long" required',
      'type="email" id="f2" name="mail" required placeholder="Label" autocomplete="email"',
      'type="text" id="f3" name="site" inputmode="url" autocomplete="url"',
      'type="tel" id="f4" name="tel" required placeholder="Label" autocomplete="tel-national"',
      'type="number" step="any" id="f5" name="count" required min="1" max="5"',
      'type="date" id="f6" name="day" required min="2026-01-01"',
      'type="radio" id="f7-0" name="one" value="a" required',
      '<select id="f8" name="menu" required',
      'type="checkbox" id="f9-1" name="many" value="b"',
      'type="checkbox" id="f10" name="terms" value="true" required',
      'type="file" id="f11" name="cv" required multiple accept=".pdf,',
      'type="hidden" name="campaign" value=""',
    ])
      expect(page).toContain(tag);
    expect(unlabelled(page)).toEqual([]);
    for (const tag of [/<fieldset/g, /<legend>/g]) expect(page.match(tag)).toHaveLength(2);
    expect(page).toContain('<div class="field half">');
    expect(page).not.toContain('name="message"');
    expect(Buffer.byteLength(page)).toBeLessThan(20 * 1024);
  });

  test("has no file field while uploads are off", () => {
    expect(hosted(formWith("Label", { uploadsEnabled: false }))).not.toContain('type="file"');
  });

  test("fills in its address, and says it wasn't sent unless only hidden fields are", () => {
    const link = hosted(formWith("Label"), [["campaign", "spring"]]);
    expect(link).toContain('name="campaign" value="spring"');
    expect(link).not.toContain('role="alert"');
    const typed = hosted(formWith("Label"), [
      ["one", "b"],
      ["extra", "x"],
    ]);
    expect(typed).toContain('value="b" checked');
    expect(typed).toContain('name="extra"');
    expect(typed).toContain('role="alert"');
    const strict = formWith("Label", { acceptsOthers: false });
    expect(hosted(strict, [["extra", "x"]])).not.toContain('name="extra"');
  });

  test.each(HOSTILE)("escapes its owner's texts and what was typed: %j", (text) => {
    const typed: FieldPairs = ["text", "long", "mail", "one", "many", "campaign"].map((name) => [
      name,
      text,
    ]);
    const plain: FieldPairs = typed.map(([name]) => [name, "plain"]);
    expect(tagsOf(hosted(formWith(text), typed))).toEqual(tagsOf(hosted(formWith("plain"), plain)));
  });
});

describe("the error page of a form with fields", () => {
  const typed: FieldPairs = [
    ["text", "kept"],
    ["count", "many"],
    ["day", "tomorrow"],
    ["many", ["b"]],
    ["terms", "true"],
    ["extra", "also kept"],
  ];

  test("says what's wrong at each field and in a summary that leads there, and keeps what was typed", () => {
    const page = textOf(
      rejected(formWith("Label"), typed, [
        { path: "count", message: "must be a number" },
        { path: "many", message: "must be one of the options" },
      ]),
    );
    expect(page).toContain('<a href="#f5"><bdi>Label</bdi></a> must be a number.');
    expect(page).toContain('<a href="#f9-0">');
    expect(page).toContain('<p class="problem" id="f5-problem">Label must be a number.</p>');
    expect(page).toContain(
      'aria-invalid="true" aria-describedby="f5-problem f5-hint" value="many"',
    );
    expect(page).toContain('name="text" required minlength="2" maxlength="9"');
    expect(page).toContain('value="kept"');
    expect(page).toMatch(/type="text"[^>]*value="tomorrow"/);
    expect(page).toContain('name="many" value="b" checked');
    expect(page).toContain('name="terms" value="true" checked');
    expect(page).toContain('value="also kept"');
    expect(page).toContain("cv.pdf");
  });

  test("shows a hidden field that is the problem", () => {
    const details = [{ path: "campaign", message: "must be at most 3 characters" }];
    const page = rejected(formWith("Label"), [["campaign", "spring"]], details);
    expect(page).toMatch(/<input type="text" id="f12" name="campaign"/);
  });
});

test("the owner's look and words come first, and an embedded page has no frame of its own", () => {
  const page = {
    ...UNSAVED_PAGE,
    title: "Write to us",
    intro: "",
    button: "Go",
    theme: "dark" as const,
  };
  const own = hosted(formWith("Label", { page, isEmbedded: true }));
  expect(own).toContain("<h1><bdi>Write to us</bdi></h1>");
  expect(own).toContain(">Go</button>");
  expect(own).toContain('content="dark"');
  expect(own).toContain('action="/f/abc?embed=1"');
  expect(own).not.toContain("<footer>");
  expect(own).not.toContain("straight to our inbox");
});
