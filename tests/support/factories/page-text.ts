import { UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { FILE_EXTENSIONS } from "#lib/domain/intake/file-types";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { ENGLISH_TEXTS } from "#lib/entry/visitor-pages/words/page-texts";

/** What a visitor's page knows about a form, as after its creation. */
export function visitorForm(changes: Partial<VisitorForm> = {}): VisitorForm {
  return {
    name: "Contact",
    publicKey: "abc",
    honeypot: "botcheck",
    uploadsEnabled: true,
    fileExtensions: FILE_EXTENSIONS,
    widgetSiteKey: null,
    requiresChallenge: false,
    challengeUrl: null,
    offersReply: false,
    fields: [],
    acceptsOthers: true,
    page: UNSAVED_PAGE,
    logo: null,
    business: null,
    isBranded: false,
    texts: ENGLISH_TEXTS,
    isEmbedded: false,
    ...changes,
  };
}

/** Text that breaks out of unescaped markup: tags, attributes, entities, templates, bidi marks. */
export const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' x='",
  "` onmouseover=alert(1) `",
  "</textarea><svg onload=alert(1)>",
  "</title><base href=//evil.example>",
  "</style><style>*{display:none}",
  "<!-- --!> ]]>",
  "&lt;b&gt; &amp; &#60;",
  "javascript:alert(1)",
  "{{7*7}} #{7*7} %3Cscript%3E",
  "\u202egnp.exe\u2066 \u200b",
  "--> -- <form action=//evil.example>",
] as const;

/** Every tag on a page with its attribute names. */
export function tagsOf(page: string): string[] {
  return [...page.matchAll(/<(\/?[a-z!][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)[^>]*>/gi)].map(
    ([, tag = "", attributes = ""]) =>
      [
        tag,
        ...[...attributes.matchAll(/\s+([a-z-]+)(?:="[^"]*")?/gi)].map(([, name]) => name),
      ].join(" "),
  );
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&#34;": '"',
  "&#39;": "'",
  "&#96;": "`",
  "&amp;": "&",
};

/** A page's text with character references resolved, as a reader sees it. */
export function textOf(page: string): string {
  return page.replace(/&(?:lt|gt|amp|#34|#39|#96);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The visible inputs without a label of their own. */
export function unlabelled(page: string): string[] {
  const labelled = [...page.matchAll(/<label for="([^"]+)"/g)].map(([, id = ""]) => id);
  const inputs = page.matchAll(/<(?:input|textarea|select)(?![^>]*type="hidden")[^>]*>/g);
  const others = [...inputs].filter(([tag]) => {
    const place = labelled.indexOf(/ id="([^"]+)"/.exec(tag)?.[1] ?? "");
    return place < 0 || !labelled.splice(place, 1);
  });
  return [...others.map(([tag]) => tag), ...labelled];
}
