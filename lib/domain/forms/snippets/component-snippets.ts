import { scriptLiteral } from "#lib/core/quote";
import type { Field } from "#lib/domain/forms/fields/schema";
import { BLANK_FIELD } from "#lib/domain/forms/fields/types";
import type { FormSettings } from "#lib/domain/forms/schema";
import { fieldMarkup } from "#lib/domain/forms/snippets/field-snippets";

/** The parts of a form that the code on a website needs. */
export type SnippetForm = {
  /** The full URL that the form posts to. */
  address: string;
  settings: FormSettings;
  /** Site key of the Turnstile widget, if one is connected and enabled. */
  siteKey: string | null;
  /** True if visitors can request an auto-reply. */
  offersReply: boolean;
  /** The form's own fields. If there are none, the code asks for an email address and a message. */
  fields: readonly Field[];
};

export type SnippetOptions = {
  preventsDuplicates: boolean;
  hasFile: boolean;
  hasHoneypot: boolean;
};

/** Returns the fields that the code asks for: the form's own, or the usual ones if it has none. */
export function shownFields(
  { fields }: SnippetForm,
  { hasFile }: SnippetOptions,
): readonly Field[] {
  if (fields.length > 0) return fields;
  const email = {
    ...BLANK_FIELD,
    name: "email",
    type: "email" as const,
    label: "Email",
    required: true,
  };
  const message = { ...email, name: "message", type: "long_text" as const, label: "Message" };
  const file = { ...BLANK_FIELD, name: "attachment", type: "file" as const, label: "File" };
  return [email, message, ...(hasFile ? [file] : [])];
}

const REPLY_LABEL = "Email me an automatic reply";
/** The checkbox with which a visitor requests an auto-reply. */
export const CONSENT_SNIPPET = `<label><input type="checkbox" name="_service_autoreply" value="true"> ${REPLY_LABEL}</label>`;

/**
 * Writes the content of a form in HTML.
 *
 * @param widget - the Turnstile widget's element, if there's one
 */
export function htmlLines(
  form: SnippetForm,
  options: SnippetOptions,
  widget: string | false,
): string[] {
  const { hasHoneypot } = options;
  return linesOf(
    ...fieldMarkup(shownFields(form, options), { isJsx: false }),
    form.offersReply && CONSENT_SNIPPET,
    widget,
    hasHoneypot && "<!-- Honeypot: hidden from people, filled in by bots. -->",
    hasHoneypot && '<p style="position:absolute;left:-9999px" aria-hidden="true">',
    hasHoneypot && `  <input name="${form.settings.honeypot}" tabindex="-1" autocomplete="off">`,
    hasHoneypot && "</p>",
    "<button>Send</button>",
  ).split("\n");
}

/** Joins lines of code; lines that a form doesn't need are `false`. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}

/** A framework's syntax for the parts that both components share. */
type Syntax = { key: string; setStatus: (text: string) => string };

/**
 * Writes the function that sends the form. To prevent duplicates, it uses a key that lasts until
 * the message arrives or is edited.
 */
function sendFunction(
  { address, siteKey }: SnippetForm,
  { preventsDuplicates }: SnippetOptions,
  { key, setStatus }: Syntax,
): string[] {
  const keyHeader = preventsDuplicates ? `, "Idempotency-Key": ${key}` : "";
  return linesOf(
    "async function send(event) {",
    "  event.preventDefault();",
    "  const form = event.currentTarget;",
    preventsDuplicates && "  // Keeps its key across retries to prevent duplicate submissions.",
    preventsDuplicates && `  ${key} ||= crypto.randomUUID?.() ?? String(Math.random());`,
    `  ${setStatus('"Sending…"')};`,
    "  try {",
    `    const response = await fetch(${scriptLiteral(address)}, {`,
    '      method: "POST",',
    `      headers: { Accept: "application/json"${keyHeader} },`,
    "      body: new FormData(form),",
    "    });",
    "    const { error } = await response.json();",
    "    if (error) throw new Error(error.message);",
    preventsDuplicates && `    ${key} = "";`,
    "    form.reset();",
    `    ${setStatus('"Thanks, we received your message."')};`,
    "  } catch (failure) {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the snippet that has a template
    `    ${setStatus("`Not sent: ${failure.message}`")};`,
    "  }",
    siteKey !== null && "  window.turnstile?.reset();",
    "}",
  ).split("\n");
}

/** Loads the widget's script and renders the widget into an element of the component. */
function drawWidget(siteKey: string, element: string): string[] {
  return [
    'const script = document.createElement("script");',
    `script.src = "${WIDGET_SCRIPT}?render=explicit";`,
    "script.onload = () =>",
    `  window.turnstile.render(${element}, { sitekey: ${scriptLiteral(siteKey)} });`,
    "document.head.append(script);",
  ];
}

export function indented(lines: readonly string[], spaces: number): string[] {
  return lines.map((line) => " ".repeat(spaces) + line);
}

export function reactSnippet(form: SnippetForm, options: SnippetOptions): string {
  const { settings, siteKey, offersReply } = form;
  const { preventsDuplicates, hasHoneypot } = options;
  const syntax: Syntax = { key: "key.current", setStatus: (text) => `setStatus(${text})` };
  const effect = siteKey === null ? [] : drawWidget(siteKey, "widget.current");
  const hooks = [
    ...(siteKey === null ? [] : ["useEffect"]),
    ...(siteKey !== null || preventsDuplicates ? ["useRef"] : []),
    "useState",
  ];
  return linesOf(
    `import { ${hooks.join(", ")} } from "react";`,
    "",
    "export function ContactForm() {",
    '  const [status, setStatus] = useState("");',
    preventsDuplicates && '  const key = useRef("");',
    siteKey !== null && "  const widget = useRef(null);",
    siteKey !== null && "",
    siteKey !== null && "  useEffect(() => {",
    ...indented(effect, 4),
    siteKey !== null && "    return () => {",
    siteKey !== null && "      script.onload = null;",
    siteKey !== null && "    };",
    siteKey !== null && "  }, []);",
    "",
    ...indented(sendFunction(form, options, syntax), 2),
    "",
    "  return (",
    preventsDuplicates
      ? '    <form onSubmit={send} onChange={() => { key.current = ""; }}>'
      : "    <form onSubmit={send}>",
    ...indented(fieldMarkup(shownFields(form, options), { isJsx: true }), 6),
    offersReply &&
      `      <label><input type="checkbox" name="_service_autoreply" value="true" /> ${REPLY_LABEL}</label>`,
    siteKey !== null && "      <div ref={widget} />",
    hasHoneypot && "      {/* Honeypot: hidden from people, filled in by bots. */}",
    hasHoneypot && '      <div style={{ position: "absolute", left: "-9999px" }} aria-hidden>',
    hasHoneypot && `        <input name="${settings.honeypot}" tabIndex={-1} autoComplete="off" />`,
    hasHoneypot && "      </div>",
    "      <button>Send</button>",
    '      <p role="status">{status}</p>',
    "    </form>",
    "  );",
    "}",
  );
}

export function vueSnippet(form: SnippetForm, options: SnippetOptions): string {
  const { siteKey } = form;
  const { preventsDuplicates } = options;
  const syntax: Syntax = { key: "key", setStatus: (text) => `status.value = ${text}` };
  const effect = siteKey === null ? [] : drawWidget(siteKey, "widget.value");
  return linesOf(
    "<script setup>",
    `import { ${siteKey === null ? "" : "onMounted, "}ref } from "vue";`,
    "",
    'const status = ref("");',
    preventsDuplicates && 'let key = "";',
    siteKey !== null && "const widget = ref(null);",
    siteKey !== null && "",
    siteKey !== null && "onMounted(() => {",
    ...indented(effect, 2),
    siteKey !== null && "});",
    "",
    preventsDuplicates && "function renewKey() {",
    preventsDuplicates && '  key = "";',
    preventsDuplicates && "}",
    preventsDuplicates && "",
    ...sendFunction(form, options, syntax),
    "</script>",
    "",
    "<template>",
    preventsDuplicates ? '  <form @submit="send" @input="renewKey">' : '  <form @submit="send">',
    ...indented(htmlLines(form, options, siteKey !== null && '<div ref="widget"></div>'), 4),
    '    <p role="status">{{ status }}</p>',
    "  </form>",
    "</template>",
  );
}

/** The script that a page with a widget loads from Cloudflare. */
export const WIDGET_SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";
