import { describe, expect, test } from "vitest";
import { AppError } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { html } from "#lib/core/html";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { messagePage, shutPage, thanksPage } from "#lib/entry/visitor-pages/message-page";
import { rejectedPage } from "#lib/entry/visitor-pages/rejected-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/entry/visitor-pages/respond";
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
      const expected = { hosted: [widget], rejected: [widget] };
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
