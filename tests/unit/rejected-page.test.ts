import { describe, expect, test } from "vitest";
import { AppError, type ErrorCode, type ErrorDetail } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { BLANK_FIELD } from "#lib/domain/forms/fields/types";
import { INTAKE_CODES } from "#lib/entry/openapi/intake-operation";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { readableName } from "#lib/entry/visitor-pages/kept-fields";
import { rejectedPage, type TypedContent } from "#lib/entry/visitor-pages/rejected-page";
import { visitorWords } from "#lib/entry/visitor-pages/visitor-words";
import { ENGLISH_TEXTS, pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import { textOf, visitorForm } from "#tests/support/factories/page-text";

const form = visitorForm();

const typed: TypedContent = {
  fields: [
    ["name", "Ada"],
    ["topics", ["Tea", "Cake"]],
    ["message", "first line\r\nsecond line"],
  ],
  controls: new Map([["_service_idempotency_key", "old-key"]]),
  files: [],
};

type Options = {
  code?: ErrorCode;
  details?: ErrorDetail[];
  body?: TypedContent | null;
  acceptsOwnOrigin?: boolean;
  form?: VisitorForm | null;
  retryAfterSeconds?: number;
};

function page({ code = "service_unavailable", body = typed, ...options }: Options = {}): string {
  const { details, retryAfterSeconds } = options;
  return rejectedPage({
    nonce: "n",
    details: details ?? [],
    texts: ENGLISH_TEXTS,
    error: new AppError(code, "internal sentence", {
      ...(details ? { details } : {}),
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    }),
    form: options.form === undefined ? form : options.form,
    body,
    idempotencyKey: "new-key",
    senderPage: null,
    acceptsOwnOrigin: options.acceptsOwnOrigin ?? true,
  });
}

const LIMITS = { uploadLimitMb: 4, uploadFiles: 5 };

describe("visitor error messages", () => {
  test.each(INTAKE_CODES)("%s has its own message", (code) => {
    const error = new AppError(code, "internal sentence");
    const { reason, advice } = visitorWords(error, ENGLISH_TEXTS, LIMITS);
    expect(`${reason} ${advice}`).not.toMatch(
      /_|internal sentence|Turnstile|JSON|idempoten|origin|multipart|quota|plan\b|\b[45]\d\d\b/i,
    );
    const generic = visitorWords(new AppError("internal_error", ""), ENGLISH_TEXTS, LIMITS).reason;
    if (code !== "internal_error") expect(reason).not.toBe(generic);
  });

  test("an unexpected code has the generic message", () => {
    expect(
      visitorWords(new AppError("recipient_limit_reached", "x"), ENGLISH_TEXTS, LIMITS),
    ).toEqual(visitorWords(new AppError("internal_error", "x"), ENGLISH_TEXTS, LIMITS));
  });

  test("a rate limit message shows how long to wait", () => {
    const advice = (retryAfterSeconds: number) =>
      visitorWords(new AppError("rate_limited", "", { retryAfterSeconds }), ENGLISH_TEXTS, LIMITS)
        .advice;
    expect(advice(1)).toContain("1 second ");
    expect(advice(42)).toContain("42 seconds");
    expect(advice(300)).toContain("5 minutes");
  });
});

describe("error page of a form that can't accept the message", () => {
  test("offers to copy what was typed, without what the page set", () => {
    const fields: FieldPairs = [...typed.fields, ["_next", "/thanks"]];
    const text = page({ code: "allowance_exceeded", body: { ...typed, fields } });
    expect(text).not.toContain("<form");
    expect(textOf(text)).toContain(
      'value="Name: Ada\nTopics (1 of 2): Tea\nTopics (2 of 2): Cake\nMessage: first line\r\nsecond line" data-copied="Copied." hidden>Copy my message</button>',
    );
    expect(text).toContain('<script nonce="n">');
  });

  test("copies nothing where the message can be sent again, or nothing was typed", () => {
    expect(page()).not.toContain("clipboard");
    expect(page({ code: "allowance_exceeded", body: null })).not.toContain("<script");
  });
});

/** The visitor's options for the typed text. */
function offerOf(text: string): string {
  if (text.includes(">Send again</button>")) return "send again";
  return text.includes(">Copy my message</button>") ? "copy" : "back";
}

const COPIED: ErrorCode[] = [
  "allowance_exceeded",
  "form_closed",
  "form_paused",
  "invalid_json",
  "not_found",
  "origin_not_allowed",
  "submission_too_large",
  "unsupported_media_type",
];

describe("what each error page offers", () => {
  test.each(INTAKE_CODES)("%s", (code) => {
    const isCopied = COPIED.includes(code);
    expect(offerOf(page({ code })), "once read").toBe(isCopied ? "copy" : "send again");
    expect(offerOf(page({ code, acceptsOwnOrigin: false })), "from another origin").toBe("copy");
    for (const text of [page({ code, body: null }), page({ code, body: null, form: null })]) {
      expect(offerOf(text), "before it was read").toBe("back");
      expect(text).toContain("<title>Not sent");
      expect(text).not.toContain("<form");
      expect(text).toContain("Use your browser’s Back button.");
    }
  });

  test.each(["form_paused", "origin_not_allowed"] as const)(
    "%s says whom to ask, and never to send it again",
    (code) => {
      for (const body of [typed, null]) {
        const text = page({ code, body });
        expect(text).toContain("Please contact the site owner another way");
        expect(text).not.toMatch(/send (it|your message) again/i);
      }
    },
  );
});

describe("error page for a parsed submission", () => {
  test("shows the submitted values in a form with a new idempotency key", () => {
    const text = textOf(page());
    expect(text).toContain('<form method="post" action="/f/abc" enctype="multipart/form-data"');
    expect(text).toContain('name="name" autocomplete="name" value="Ada"');
    expect(text.match(/name="topics"/g)).toHaveLength(2);
    expect(text).toContain('value="Tea"');
    expect(text).toContain('value="Cake"');
    expect(text).toContain("first line\r\nsecond line</textarea>");
    expect(text).toContain('name="_service_idempotency_key" value="new-key"');
    expect(text).not.toContain("old-key");
    expect(text).toContain('name="botcheck"');
  });

  test("keeps the idempotency key if the submission may have been stored", () => {
    for (const code of ["idempotency_in_progress", "internal_error"] as const) {
      expect(page({ code })).toContain('name="_service_idempotency_key" value="old-key"');
      const keyless = page({ code, body: { ...typed, controls: new Map() } });
      expect(keyless).not.toContain("_service_idempotency_key");
    }
  });

  test("keeps a leading line break in a value", () => {
    const body = { ...typed, fields: [["message", "\nx"]] as FieldPairs };
    expect(page({ body })).toMatch(/<textarea[^>]*>\n\nx<\/textarea>/);
  });

  test("keeps the auto-reply opt-in even if no checkbox is shown", () => {
    const body = { ...typed, controls: new Map([["_service_autoreply", "true"]]) };
    expect(page({ body })).toContain('type="hidden" name="_service_autoreply" value="true"');
    expect(page({ body, form: { ...form, offersReply: true } })).toContain(
      'name="_service_autoreply" value="true" checked',
    );
    expect(page({ form: { ...form, offersReply: true } })).not.toContain("checked>");
  });

  test("links each problem to its field", () => {
    const details = [{ path: "message", message: "must have at most 20,000 characters" }];
    const text = page({ code: "validation_failed", details });
    expect(text).toMatch(/role="alert" tabindex="-1"/);
    expect(text).toMatch(
      /<a href="#field-2-0"><bdi>Message<\/bdi><\/a> must have at most 20,000 characters\./,
    );
    expect(text).toContain(
      'id="field-2-0" name="message" aria-invalid="true" aria-describedby="field-2-0-problem"',
    );
    expect(text).toContain('id="field-2-0-problem">Message must have at most 20,000 characters.');
  });

  test("names the field in front of what's wrong, unless its label is a sentence of its own", () => {
    const terms = "I have read the terms, and I agree to all of them.";
    const fields = [
      { ...BLANK_FIELD, name: "first", type: "text", label: "First name" },
      { ...BLANK_FIELD, name: "terms", type: "checkbox", label: terms },
    ] as const;
    const shown = (texts: VisitorForm["texts"]) =>
      page({
        code: "validation_failed",
        details: [
          { path: "first", message: texts.words.faults.missing },
          { path: "terms", message: texts.words.faults.unchecked },
        ],
        body: { ...typed, fields: [["first", ""]] },
        form: { ...form, fields, texts },
      });
    const english = shown(ENGLISH_TEXTS);
    expect(english).toContain('id="f0-problem">First name is required.</p>');
    expect(english).toContain('id="f1-problem">Must be checked.</p>');
    expect(shown(pageTextsFor({ language: "de" }, null))).toContain(
      'id="f0-problem">Bitte füllen Sie dieses Feld aus.</p>',
    );
  });

  test("addresses the business, and never a form’s name", () => {
    expect(textOf(page({ form: { ...form, business: "Birch & Co" } }))).toContain("To: Birch & Co");
    const text = textOf(page({ form: { ...form, business: null } }));
    expect(text).toContain(form.name);
    expect(text).not.toContain("To:");
  });

  test("links a problem to a field with a shortened name", () => {
    const name = "n".repeat(150);
    const details = [{ path: "n".repeat(100), message: "has a name that is too long" }];
    const body = { ...typed, fields: [[name, "x"]] as FieldPairs };
    expect(page({ code: "validation_failed", details, body })).toContain('href="#field-0-0"');
  });

  test("asks the visitor to select the files again and shows their names", () => {
    const body = { ...typed, files: [{ field: "cv", filename: "cv.pdf" }] };
    expect(page({ body })).toMatch(
      /Your browser didn’t keep <bdi>cv\.pdf<\/bdi>\. Please select it again\.[\s\S]*<input type="file"[^>]* name="cv"/,
    );
    expect(page({ body, code: "uploads_disabled" })).not.toContain('type="file"');
  });

  test("shows the values for copying if the form doesn't accept this origin", () => {
    const text = page({ acceptsOwnOrigin: false });
    expect(text).not.toContain("<form");
    expect(text).toMatch(/<textarea[^>]* readonly/);
    expect(text).toContain("second line");
    expect(text).toContain("Go back to the previous page");
  });
});

test("of several values, only the name is isolated: the rest of the label is our words", () => {
  const texts = pageTextsFor({ language: "ar" }, null);
  const text = rejectedPage({
    nonce: "n",
    details: [],
    texts,
    error: new AppError("service_unavailable", ""),
    form: { ...form, texts },
    body: typed,
    idempotencyKey: "k",
    senderPage: null,
    acceptsOwnOrigin: true,
  });
  expect(text).toContain('<label for="field-1-0"><bdi>Topics</bdi> (1 من 2)</label>');
});

test("an error page doesn't render more than 1,000 fields", () => {
  const fields = Array.from({ length: 1001 }, (_, n): FieldPairs[number] => [`f${n}`, "x"]);
  expect(page({ code: "too_many_fields", body: { ...typed, fields } })).not.toContain("<form");
});

test.each([
  ["first_name", "First name"],
  ["firstName", "First name"],
  ["your-email", "Your email"],
  ["VAT", "VAT"],
  ["Company VAT", "Company VAT"],
  ["items[0][qty]", "items[0][qty]"],
  ["Größe", "Größe"],
  ["", "Field without a name"],
])("labels the field %j as %j", (name, label) => {
  expect(readableName(name, ENGLISH_TEXTS.words)).toBe(label);
});
