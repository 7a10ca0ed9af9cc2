import { describe, expect, test } from "vitest";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { html } from "#lib/core/html";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { messagePage, shutPage, thanksPage } from "#lib/entry/visitor-pages/message-page";
import { rejectedPage } from "#lib/entry/visitor-pages/rejected-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/entry/visitor-pages/respond";
import { pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import {
  HOSTILE,
  tagsOf,
  textOf,
  unlabelled,
  visitorForm,
} from "#tests/support/factories/page-text";

const nonce = "bm9uY2U=";

function formWith(text: string, changes: Partial<VisitorForm> = {}): VisitorForm {
  const texts = { name: text, publicKey: text, honeypot: text, widgetSiteKey: text };
  return visitorForm({ ...texts, requiresChallenge: true, offersReply: true, ...changes });
}

/** Every page with the given text in every slot for untrusted text. */
function pagesWith(text: string): Record<string, string> {
  const form = formWith(text);
  return {
    hosted: hostedFormPage({
      nonce,
      form,
      idempotencyKey: text,
      shownAt: new Date(0),
      written: { page: text, title: text, referrer: text },
      typed: [
        [text, text],
        ["name", text],
        ["email", text],
        ["message", text],
        ["_next", [text, text]],
      ],
    }),
    thanks: thanksPage({ nonce, form, back: { url: text, label: text }, mustConfirm: false }),
    closed: shutPage("closed", { nonce, form }),
    message: messagePage({
      nonce,
      title: text,
      paragraphs: [text],
      action: { url: text, label: text, token: text },
    }),
    rejected: rejectedPage({
      nonce,
      form,
      texts: form.texts,
      details: [{ path: text, message: text }],
      error: new AppError("validation_failed", text),
      idempotencyKey: text,
      senderPage: text,
      acceptsOwnOrigin: true,
      body: {
        fields: [
          [text, text],
          ["list", [text, text]],
          ["message", text],
        ],
        controls: new Map([["_service_autoreply", "true"]]),
        files: [{ field: text, filename: text }],
      },
    }),
  };
}

const plain = pagesWith("plain");

describe("untrusted text on visitor pages", () => {
  test.each(HOSTILE)("is escaped: %j", (text) => {
    for (const [name, page] of Object.entries(pagesWith(text))) {
      expect(tagsOf(page), name).toEqual(tagsOf(plain[name] ?? ""));
      expect(textOf(page), name).toContain(text);
    }
  });

  test("can't create markup in a template", () => {
    const item = (text: string) => html`<li>${text}</li>`;
    expect(
      String(html`<ul title="${`"'\``}">${["<", "&"].map(item)}${null}${false}${0}</ul>`),
    ).toBe('<ul title="&#34;&#39;&#96;"><li>&lt;</li><li>&amp;</li>0</ul>');
  });
});

describe("every visitor page", () => {
  test.each(Object.entries(plain))(
    "%s is small, has a title, a language, and a label for every visible input, and loads no resources",
    (name, page) => {
      expect(Buffer.byteLength(page)).toBeLessThan(20 * 1024);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(page).toContain(
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
      );
      expect(page).toMatch(/<title>.+<\/title>/);
      expect(page.match(/<h1>/g)).toHaveLength(1);
      expect(unlabelled(page)).toEqual([]);
      expect(page).toContain(`<style nonce="${nonce}">`);
      expect(page).not.toMatch(/ style=| on[a-z]+=|autofocus|<img|url\(|@import/);
      const scripts = page.match(/<script[^>]*>/g) ?? [];
      const widget =
        '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer>';
      const checks = `<script nonce="${nonce}">`;
      const expected = { hosted: [widget, checks], rejected: [widget, checks] };
      expect(scripts).toEqual(expected[name as keyof typeof expected] ?? []);
    },
  );
});

describe("the hosted form", () => {
  const page = (changes: Partial<VisitorForm> = {}, typed: FieldPairs = []) =>
    hostedFormPage({
      nonce,
      form: formWith("Contact", { widgetSiteKey: null, honeypot: "trap_field", ...changes }),
      idempotencyKey: "key-1",
      shownAt: new Date(5_000),
      typed,
      written: null,
    });

  test("carries the time when it was shown", () => {
    expect(page()).toContain('<input type="hidden" name="_service_shown_at" value="5000">');
    expect(page({ challengeUrl: "/f/Contact/challenge" })).not.toContain("_service_shown_at");
  });

  test("posts name, email, message, and idempotency key to the form's URL", () => {
    expect(page()).toContain('<form method="post" action="/f/Contact"');
    for (const name of ["name", "email", "message", "_service_idempotency_key"])
      expect(page()).toContain(`name="${name}"`);
    expect(page()).toContain('name="_service_idempotency_key" value="key-1"');
  });

  test("accepts files only if uploads are enabled", () => {
    expect(page()).toContain('enctype="multipart/form-data"');
    expect(page()).toMatch(/<input type="file"[^>]* multiple accept="\.pdf,\.png,/);
    expect(page({ uploadsEnabled: false })).not.toContain('type="file"');
    expect(page({ uploadsEnabled: false })).toContain(
      'enctype="application/x-www-form-urlencoded"',
    );
  });

  test("shows the auto-reply opt-in and the widget only if they're set up", () => {
    expect(page()).toContain('name="_service_autoreply" value="true">');
    expect(page({ requiresChallenge: true, offersReply: false })).not.toContain(
      "_service_autoreply",
    );
    expect(page()).not.toContain("turnstile");
    expect(page({ widgetSiteKey: "0xKEY" })).toContain('data-sitekey="0xKEY"');
  });

  test.each(["name", "email", "message", "files"])(
    "renames a visible field if the honeypot is named %s",
    (honeypot) => {
      const inputs = page({ honeypot }).matchAll(/<(?:input|textarea)[^>]* name="([^"]*)"/g);
      const names = Array.from(inputs, ([, name = ""]) => name);
      expect(names).not.toContain(honeypot);
      expect(names).toContain(honeypot.charAt(0).toUpperCase() + honeypot.slice(1));
      expect(names).toHaveLength(new Set(names).size);
    },
  );

  test("shows fields from its address as not sent yet, each in its own input", () => {
    const sent: FieldPairs = [
      ["Name", "Ada"],
      ["topics", ["Tea", "Cake"]],
      ["message", "\nHello"],
      ["_next", "https://www.example.com/thanks"],
    ];
    const filled = textOf(page({}, sent));
    expect(filled).toMatch(/role="alert">\s*<h2>Your message hasn’t been sent yet/);
    expect(filled).toContain('name="name" autocomplete="name" value="Ada"');
    expect(filled).toContain(">\n\nHello</textarea>");
    expect(filled.match(/name="topics"/g)).toHaveLength(2);
    expect(filled).toContain('type="hidden" name="_next" value="https://www.example.com/thanks"');
    expect(textOf(page())).not.toContain("sent yet");
  });

  test("requires a message unless its address has other fields", () => {
    expect(textOf(page({}, [["name", "Ada"]]))).toContain("required");
    expect(textOf(page({}, [["phone", "123"]]))).not.toContain("required");
  });

  test("hides the honeypot from people and assistive technology", () => {
    expect(page()).toMatch(
      /<div class="trap" aria-hidden="true">[\s\S]*name="trap_field" tabindex="-1" autocomplete="off"/,
    );
    expect(page()).not.toMatch(/\.trap\{[^}]*display:none/);
  });
});

describe("visitor page headers", () => {
  const policy = (options: Parameters<typeof pageHeaders>[1]) =>
    pageHeaders("N", options)["Content-Security-Policy"];

  test("only allow the page's own style and submissions to this service", () => {
    expect(policy({ embedding: "never" })).toBe(
      "default-src 'none'; style-src 'nonce-N'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
  });

  test("allow the widget, redirects, and frames only if needed", () => {
    const open = policy({ embedding: "anywhere", widget: true, redirectUrl: "https://a.example/" });
    expect(open).toContain("script-src https://challenges.cloudflare.com;");
    expect(open).toContain("frame-src https://challenges.cloudflare.com;");
    expect(open).toContain("form-action 'self' https:;");
    expect(open).toContain("frame-ancestors *;");
  });

  test("allow a script of ours only on a page that has one, also beside the widget's", () => {
    expect(policy({ embedding: "anywhere", script: true })).toContain("script-src 'nonce-N';");
    const both = policy({ embedding: "anywhere", script: true, widget: true });
    expect(both).toContain("script-src 'nonce-N' https://challenges.cloudflare.com;");
  });

  test("set the media type and a policy, also for a fragment", () => {
    const headers = pageHeaders("N", { embedding: "never" });
    for (const given of [headers, {}]) {
      const response = htmlResponse(404, "<p>", given);
      expect(response.status).toBe(404);
      expect(response.headers).toMatchObject({
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": expect.stringContaining("default-src 'none'"),
        ...given,
      });
    }
  });

  test("have a new nonce each time", () => {
    expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100);
  });
});

const OPTIONS = [
  { value: "a", label: "Option A" },
  { value: "b", label: "Option B" },
];

/** A form with a field of every type, and this text wherever an owner can write. */
function formWithFields(text: string, changes: Partial<VisitorForm> = {}): VisitorForm {
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
  const form = formWithFields("Label", { texts: pageTextsFor({ language: "de" }, null) });
  const page = textOf(rejected(form, fields, [], false));
  expect(page).toContain('value="Label: Hello\nLabel: a, b\nExtra: x" data-copied="Kopiert."');
  expect(page).not.toContain("spring");
});

describe("a hosted form with fields", () => {
  test("draws every type with its limits, in the list's order", () => {
    const page = textOf(hosted(formWithFields("Label")));
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
    expect(hosted(formWithFields("Label", { uploadsEnabled: false }))).not.toContain('type="file"');
  });

  test("fills in its address, and says it wasn't sent unless only hidden fields are", () => {
    const link = hosted(formWithFields("Label"), [["campaign", "spring"]]);
    expect(link).toContain('name="campaign" value="spring"');
    expect(link).not.toContain('role="alert"');
    const typed = hosted(formWithFields("Label"), [
      ["one", "b"],
      ["extra", "x"],
    ]);
    expect(typed).toContain('value="b" checked');
    expect(typed).toContain('name="extra"');
    expect(typed).toContain('role="alert"');
    const strict = formWithFields("Label", { acceptsOthers: false });
    expect(hosted(strict, [["extra", "x"]])).not.toContain('name="extra"');
  });

  test("has the problems that browsers find in its language, at most 2 KB of them", () => {
    const fields = StoredFields.parse([
      { name: "mail", type: "email", label: "E-Mail", required: true },
      { name: "day", type: "date", label: "Tag", min: "2026-01-01" },
      { name: "terms", type: "checkbox", label: "Bedingungen", required: true },
    ]);
    const texts = pageTextsFor(UNSAVED_PAGE, "de");
    const page = hosted(visitorForm({ fields, texts }));
    expect(page.match(/data-[a-z-]+(?==")/g)).toEqual([
      "data-value-missing",
      "data-type-mismatch",
      "data-bad-input",
      "data-range-underflow",
      "data-value-missing",
    ]);
    expect(page).toMatch(/data-range-underflow="[^"]*1\. Januar 2026/);
    expect(page).toMatch(/<\/form><script nonce="n">/);
    const added = page.match(/ data-[a-z-]+="[^"]*"|<script nonce.*<\/script>/gs)?.join("") ?? "";
    expect(Buffer.byteLength(added)).toBeLessThan(2_048);
  });

  test.each(HOSTILE)("escapes its owner's texts and what was typed: %j", (text) => {
    const typed: FieldPairs = ["text", "long", "mail", "one", "many", "campaign"].map((name) => [
      name,
      text,
    ]);
    const plain: FieldPairs = typed.map(([name]) => [name, "plain"]);
    expect(tagsOf(hosted(formWithFields(text), typed))).toEqual(
      tagsOf(hosted(formWithFields("plain"), plain)),
    );
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
      rejected(formWithFields("Label"), typed, [
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
    const page = rejected(formWithFields("Label"), [["campaign", "spring"]], details);
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
  const own = hosted(formWithFields("Label", { page, isEmbedded: true }));
  expect(own).toContain("<h1><bdi>Write to us</bdi></h1>");
  expect(own).toContain(">Go</button>");
  expect(own).toContain('content="dark"');
  expect(own).toContain('action="/f/abc?embed=1"');
  expect(own).not.toContain("<footer>");
  expect(own).not.toContain("straight to our inbox");
});
