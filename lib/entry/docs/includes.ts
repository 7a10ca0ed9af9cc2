import { ERROR_MEANINGS, ERROR_STATUS } from "#lib/core/errors";
import { VERIFICATION_CODE, VERIFICATION_LANGUAGES } from "#lib/domain/endpoints/verification-code";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { SNIPPETS } from "#lib/domain/forms/snippets/snippets";
import { SCOPES } from "#lib/domain/tokens/schema";

/** The placeholder for a form's public key in guides. */
const PUBLIC_KEY = "YOUR_PUBLIC_KEY";

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

const STATUSES: Readonly<Record<string, number>> = ERROR_STATUS;

function errorCodes(): string {
  return [...Map.groupBy(Object.entries(ERROR_MEANINGS), ([code]) => STATUSES[code])]
    .map(([status, meanings]) => {
      const rows = meanings.map(([code, meaning]) => [`\`${code}\``, meaning]);
      return `### ${status}\n\n${tableOf(["code", "meaning"], rows)}`;
    })
    .join("\n\n");
}

function scopes(): string {
  return tableOf(
    ["scope", "allows"],
    Object.entries(SCOPES).map(([scope, words]) => [`\`${scope}\``, words]),
  );
}

/** Writes the endpoint code that the dashboard shows, one block per language. */
function verificationCode(): string {
  return VERIFICATION_LANGUAGES.map((language) => {
    const { file, code } = VERIFICATION_CODE[language];
    return fence(`${language === "node" ? "js" : language} file=${file}`, code);
  }).join("\n\n");
}

const FENCES: Readonly<Record<string, string>> = {
  html: "html",
  javascript: "js",
  react: "jsx file=ContactForm.jsx",
  vue: "vue file=ContactForm.vue",
  curl: "sh",
};

/**
 * Returns the snippets that the dashboard shows for a form, with honeypot and duplicate prevention, by name.
 */
function snippets(baseUrl: string): [name: string, write: () => string][] {
  const form = {
    address: `${baseUrl}/f/${PUBLIC_KEY}`,
    settings: DEFAULT_SETTINGS,
    siteKey: null,
    offersReply: false,
    fields: [],
  };
  const options = { preventsDuplicates: true, hasFile: false, hasHoneypot: true };
  return SNIPPETS.map(({ name, write }) => [
    `snippet ${name}`,
    () => fence(FENCES[name] ?? name, write(form, options)),
  ]);
}

const LINE = /^<!-- include: (.+) -->$/gm;

/**
 * Replaces lines like `<!-- include: error-codes -->` with Markdown made from the code.
 *
 * @throws {Error} if there's nothing of that name
 */
export function expandIncludes(markdown: string, baseUrl: string): string {
  const parts = new Map<string, () => string>([
    ["error-codes", errorCodes],
    ["scopes", scopes],
    ["verification-code", verificationCode],
    ...snippets(baseUrl),
  ]);
  return markdown.replaceAll(LINE, (_line, name: string) => {
    const part = parts.get(name);
    if (!part) throw new Error(`nothing to include is called "${name}"`);
    return part();
  });
}
