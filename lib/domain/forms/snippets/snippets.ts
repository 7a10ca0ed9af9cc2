import { attributeText, scriptLiteral, shellQuoted } from "#lib/core/quote";
import {
  htmlLines,
  indented,
  linesOf,
  reactSnippet,
  type SnippetForm,
  type SnippetOptions,
  shownFields,
  vueSnippet,
  WIDGET_SCRIPT,
} from "#lib/domain/forms/snippets/component-snippets";
import { exampleValues, hasFileField } from "#lib/domain/forms/snippets/field-snippets";
import formScripts from "../form-scripts.json" with { type: "json" };

type Snippet = {
  name: string;
  label: string;
  /** File name or kind of code. */
  title: string;
  write: (form: SnippetForm, options: SnippetOptions) => string;
  /** The options that change this code. */
  options: readonly (keyof SnippetOptions)[];
};

const ALL_OPTIONS = ["preventsDuplicates", "hasFile", "hasHoneypot"] as const;

/** Complete code that submits to a form, ready to paste. */
export const SNIPPETS: readonly Snippet[] = [
  { name: "html", label: "HTML", title: "HTML", write: htmlSnippet, options: ALL_OPTIONS },
  {
    name: "javascript",
    label: "fetch",
    title: "JavaScript (browser or server)",
    write: fetchSnippet,
    options: ["preventsDuplicates"],
  },
  {
    name: "react",
    label: "React",
    title: "ContactForm.jsx",
    write: reactSnippet,
    options: ALL_OPTIONS,
  },
  { name: "vue", label: "Vue", title: "ContactForm.vue", write: vueSnippet, options: ALL_OPTIONS },
  {
    name: "astro",
    label: "Astro",
    title: "ContactForm.astro",
    write: astroSnippet,
    options: ALL_OPTIONS,
  },
  { name: "curl", label: "curl", title: "Shell", write: curlSnippet, options: [] },
];

/**
 * Writes the script element of the form script in its newest version. Browsers only run a script
 * with this hash.
 */
function formScriptTag(address: string): string {
  const { path, integrity } = formScripts.newest;
  const src = new URL(path, address).href;
  return linesOf(
    `<script src="${attributeText(src)}" defer crossorigin="anonymous"`,
    `  integrity="${integrity}"></script>`,
  );
}

/** A link that the form script replaces with the hosted form. */
export function hostedFormSnippet(address: string): string {
  return linesOf(
    `<a href="${attributeText(address)}" data-form-intake="inline">Write to us</a>`,
    formScriptTag(address),
  );
}

function widgetElement(siteKey: string): string {
  return `<div class="cf-turnstile" data-sitekey="${attributeText(siteKey)}"></div>`;
}

/** Writes HTML that works without scripts. */
function htmlSnippet(form: SnippetForm, options: SnippetOptions): string {
  const { address, siteKey } = form;
  const { preventsDuplicates } = options;
  const isMultipart = hasFileField(shownFields(form, options));
  const encoding = isMultipart ? ' enctype="multipart/form-data"' : "";
  return linesOf(
    `<form action="${attributeText(address)}" method="post"${encoding}>`,
    ...indented(htmlLines(form, options, siteKey !== null && widgetElement(siteKey)), 2),
    "</form>",
    preventsDuplicates &&
      "<!-- Submits in place, once, and keeps what was typed if something goes wrong. -->",
    preventsDuplicates && formScriptTag(address),
    siteKey !== null && `<script src="${WIDGET_SCRIPT}" async defer></script>`,
  );
}

/** Writes the HTML as a component. Its scripts are marked, because Astro would bundle them. */
function astroSnippet(form: SnippetForm, options: SnippetOptions): string {
  return htmlSnippet(form, options).replaceAll("<script src=", "<script is:inline src=");
}

/** Writes the Turnstile widget's element, for inside the form, and its script. */
export function writeWidgetSnippet(siteKey: string): string {
  return linesOf(widgetElement(siteKey), `<script src="${WIDGET_SCRIPT}" async defer></script>`);
}

const EXAMPLE = { name: "Ada Lovelace", email: "ada@example.com", message: "Hello!" };

/** Writes plain JavaScript for browsers and servers. */
function fetchSnippet(form: SnippetForm, { preventsDuplicates }: SnippetOptions): string {
  return preventsDuplicates ? fetchOnceSnippet(form) : plainFetchSnippet(form);
}

/** Returns names and values to send, from the form's own fields if it has any. */
function examplePairs({ fields }: SnippetForm): [name: string, value: string][] {
  return fields.length > 0 ? exampleValues(fields) : Object.entries(EXAMPLE);
}

/** A name as the key of an object literal. */
function toKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && name !== "__proto__" ? name : `[${scriptLiteral(name)}]`;
}

function exampleFields(form: SnippetForm): string[] {
  const { offersReply } = form;
  return [
    ...examplePairs(form).map(([name, value]) => `${toKey(name)}: ${scriptLiteral(value)},`),
    ...(offersReply ? ["// Only if the visitor opted in.", "_service_autoreply: true,"] : []),
  ];
}

function plainFetchSnippet(form: SnippetForm): string {
  const { address, settings, siteKey } = form;
  return linesOf(
    settings.uploads.enabled && "// To send files, use FormData as the body and omit Content-Type.",
    `const response = await fetch(${scriptLiteral(address)}, {`,
    '  method: "POST",',
    '  headers: { "Content-Type": "application/json" },',
    "  body: JSON.stringify({",
    ...exampleFields(form).map((line) => `    ${line}`),
    siteKey !== null && '    "cf-turnstile-response": turnstile.getResponse(),',
    "  }),",
    "});",
    "const { data, error } = await response.json();",
    "if (error) throw new Error(error.message);",
    'console.log("Received as", data.id);',
  );
}

/** A function to call for each submit. Its key belongs to the content, which visitors may correct and send again. */
function fetchOnceSnippet(form: SnippetForm): string {
  const { address, settings, siteKey } = form;
  return linesOf(
    settings.uploads.enabled && "// To send files, use the HTML snippet.",
    'let last = { body: "", key: "" };',
    "",
    "// The same message keeps its key, so a double click or a retry stores it once.",
    "async function send(fields) {",
    "  const body = JSON.stringify(fields);",
    "  if (body !== last.body)",
    "    last = { body, key: crypto.randomUUID?.() ?? String(Math.random()) };",
    `  const response = await fetch(${scriptLiteral(address)}, {`,
    '    method: "POST",',
    '    headers: { "Content-Type": "application/json", "Idempotency-Key": last.key },',
    siteKey === null
      ? "    body,"
      : '    body: JSON.stringify({ ...fields, "cf-turnstile-response": turnstile.getResponse() }),',
    "  });",
    siteKey !== null && "  turnstile.reset();",
    "  const { data, error } = await response.json();",
    "  if (error) throw new Error(error.message);",
    "  return data.id;",
    "}",
    "",
    "const id = await send({",
    ...exampleFields(form).map((line) => `  ${line}`),
    "});",
    'console.log("Received as", id);',
  );
}

function curlSnippet(form: SnippetForm): string {
  const { address, settings, siteKey, offersReply } = form;
  const [origin] = settings.allowedOrigins;
  const body = {
    ...Object.fromEntries(examplePairs(form)),
    ...(offersReply ? { _service_autoreply: true } : {}),
    ...(siteKey === null ? {} : { "cf-turnstile-response": "TOKEN_OF_THE_WIDGET" }),
  };
  return [
    `curl ${shellQuoted(address)}`,
    ...(origin === undefined ? [] : [`-H ${shellQuoted(`Origin: ${origin}`)}`]),
    "-H 'Content-Type: application/json'",
    `-d ${shellQuoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}
