import { scriptLiteral } from "#lib/core/quote";
import type { FormSettings } from "#lib/forms/schema";
import { WIDGET_SCRIPT } from "#lib/turnstile/schema";

/** What the code on a website needs to know about a form. */
export type SnippetForm = {
  /** The full URL that it posts to. */
  address: string;
  settings: FormSettings;
  /** Site key of the anti-spam widget, if one is connected and enabled. */
  siteKey: string | null;
  /** Whether visitors can request an auto-reply. */
  offersReply: boolean;
};

export const REPLY_LABEL = "Send me an automatic reply by email";

/** Joins lines of code; lines that a form doesn't need are `false`. */
export function linesOf(...lines: readonly (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}

/** How a framework writes the parts that both components share. */
type Syntax = { key: string; setStatus: (text: string) => string };

/** The key lasts until the message arrives or is changed, which prevents duplicates. */
function sendFunction({ address, siteKey }: SnippetForm, { key, setStatus }: Syntax): string[] {
  return [
    "async function send(event) {",
    "  event.preventDefault();",
    "  const form = event.currentTarget;",
    "  // Keeps its key across retries to prevent duplicate submissions.",
    `  ${key} ||= crypto.randomUUID?.() ?? String(Math.random());`,
    `  ${setStatus('"Sending…"')};`,
    "  try {",
    `    const response = await fetch(${scriptLiteral(address)}, {`,
    '      method: "POST",',
    `      headers: { Accept: "application/json", "Idempotency-Key": ${key} },`,
    "      body: new FormData(form),",
    "    });",
    "    const { error } = await response.json();",
    "    if (error) throw new Error(error.message);",
    `    ${key} = "";`,
    "    form.reset();",
    `    ${setStatus('"Thanks, we received your message."')};`,
    "  } catch (failure) {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the snippet that has a template
    `    ${setStatus("`Not sent: ${failure.message}`")};`,
    "  }",
    ...(siteKey === null ? [] : ["  window.turnstile?.reset();"]),
    "}",
  ];
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

function indented(lines: readonly string[], spaces: number): string[] {
  return lines.map((line) => " ".repeat(spaces) + line);
}

export function reactSnippet(form: SnippetForm): string {
  const { settings, siteKey, offersReply } = form;
  const syntax: Syntax = { key: "key.current", setStatus: (text) => `setStatus(${text})` };
  const effect = siteKey === null ? [] : drawWidget(siteKey, "widget.current");
  return linesOf(
    `import { ${siteKey === null ? "" : "useEffect, "}useRef, useState } from "react";`,
    "",
    "export function ContactForm() {",
    '  const [status, setStatus] = useState("");',
    '  const key = useRef("");',
    siteKey !== null && "  const widget = useRef(null);",
    siteKey !== null && "",
    siteKey !== null && "  useEffect(() => {",
    ...indented(effect, 4),
    siteKey !== null && "    return () => {",
    siteKey !== null && "      script.onload = null;",
    siteKey !== null && "    };",
    siteKey !== null && "  }, []);",
    "",
    ...indented(sendFunction(form, syntax), 2),
    "",
    "  return (",
    '    <form onSubmit={send} onChange={() => { key.current = ""; }}>',
    '      <label>Name <input name="name" autoComplete="name" required /></label>',
    '      <label>Email <input name="email" type="email" autoComplete="email" required /></label>',
    '      <label>Message <textarea name="message" required /></label>',
    settings.uploads.enabled && '      <label>File <input type="file" name="attachment" /></label>',
    offersReply &&
      `      <label><input type="checkbox" name="_service_autoreply" value="true" /> ${REPLY_LABEL}</label>`,
    siteKey !== null && "      <div ref={widget} />",
    "      {/* Honeypot: hidden from people, filled in by bots. */}",
    '      <div style={{ position: "absolute", left: "-9999px" }} aria-hidden>',
    `        <input name="${settings.honeypot}" tabIndex={-1} autoComplete="off" />`,
    "      </div>",
    "      <button>Send</button>",
    '      <p role="status">{status}</p>',
    "    </form>",
    "  );",
    "}",
  );
}

export function vueSnippet(form: SnippetForm): string {
  const { settings, siteKey, offersReply } = form;
  const syntax: Syntax = { key: "key", setStatus: (text) => `status.value = ${text}` };
  const effect = siteKey === null ? [] : drawWidget(siteKey, "widget.value");
  return linesOf(
    "<script setup>",
    `import { ${siteKey === null ? "" : "onMounted, "}ref } from "vue";`,
    "",
    'const status = ref("");',
    'let key = "";',
    siteKey !== null && "const widget = ref(null);",
    siteKey !== null && "",
    siteKey !== null && "onMounted(() => {",
    ...indented(effect, 2),
    siteKey !== null && "});",
    "",
    "function renewKey() {",
    '  key = "";',
    "}",
    "",
    ...sendFunction(form, syntax),
    "</script>",
    "",
    "<template>",
    '  <form @submit="send" @input="renewKey">',
    '    <label>Name <input name="name" autocomplete="name" required></label>',
    '    <label>Email <input name="email" type="email" autocomplete="email" required></label>',
    '    <label>Message <textarea name="message" required></textarea></label>',
    settings.uploads.enabled && '    <label>File <input type="file" name="attachment"></label>',
    offersReply &&
      `    <label><input type="checkbox" name="_service_autoreply" value="true"> ${REPLY_LABEL}</label>`,
    siteKey !== null && '    <div ref="widget"></div>',
    "    <!-- Honeypot: hidden from people, filled in by bots. -->",
    '    <div style="position:absolute;left:-9999px" aria-hidden="true">',
    `      <input name="${settings.honeypot}" tabindex="-1" autocomplete="off">`,
    "    </div>",
    "    <button>Send</button>",
    '    <p role="status">{{ status }}</p>',
    "  </form>",
    "</template>",
  );
}
