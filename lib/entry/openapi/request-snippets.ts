import { shellQuoted } from "#lib/core/quote";
import type { MediaType, Operation } from "#lib/entry/openapi/document-shape";

function pathWithExamples(path: string, operation: Operation): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = operation.parameters?.find((one) => one.name === name);
    return typeof parameter?.example === "string" ? parameter.example : placeholder;
  });
}

function queryWithExamples(operation: Operation): string {
  const shown = (operation.parameters ?? []).filter(
    ({ in: place, example }) => place === "query" && example !== undefined,
  );
  const pairs = shown.map(({ name, example }) => [name, String(example)]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

const FILES: Readonly<Record<string, string>> = {
  "text/csv": "messages.csv",
  "application/octet-stream": "requirements.pdf",
};

function jsonOf(media: MediaType | undefined): string | null {
  return media?.example === undefined ? null : JSON.stringify(media.example, null, 2);
}

/** Builds an operation's example request, independent of language. */
export function exampleRequest(
  baseUrl: string,
  path: string,
  method: string,
  operation: Operation,
) {
  const success = operation.responses["200"];
  const types = success && "content" in success ? Object.keys(success.content ?? {}) : [];
  return {
    method: method.toUpperCase(),
    url: `${baseUrl}${pathWithExamples(path, operation)}${queryWithExamples(operation)}`,
    needsToken: operation.security.length > 0,
    body: jsonOf(operation.requestBody?.content["application/json"]),
    /** The filename for a download. */
    file: FILES[types[0] ?? ""] ?? null,
  };
}

export type ExampleRequest = ReturnType<typeof exampleRequest>;

/** The token comes from the environment, so that it isn't stored in the shell's history. */
export function curlSnippet({ method, url, needsToken, body, file }: ExampleRequest): string {
  const isPlain = method === "GET" || (method === "POST" && body !== null);
  return [
    `curl ${isPlain ? "" : `-X ${method} `}${shellQuoted(url)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $FORM_INTAKE_TOKEN"'] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(body)}`]),
    ...(file === null ? [] : [`-o ${file}`]),
  ].join(" \\\n  ");
}

function indented(text: string, spaces: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
}

function readResult({ method, file }: ExampleRequest): string {
  if (file !== null) return "\nconst file = await response.blob();";
  if (method === "DELETE") return "";
  return `
const { data, error } = await response.json();
if (error) throw new Error(error.message);`;
}

const TOKEN = `\`Bearer \${env.FORM_INTAKE_TOKEN}\``;
const IMPORT = 'import { env } from "node:process";\n\n';

/** Writes JavaScript for a server: Node, Deno, Bun, or a worker. */
export function fetchSnippet(request: ExampleRequest): string {
  const { method, url, needsToken, body } = request;
  const headers = [
    ...(needsToken ? [`    Authorization: ${TOKEN},`] : []),
    ...(body === null ? [] : ['    "Content-Type": "application/json",']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body, 2)}),`]),
  ];
  const call =
    options.length === 0 ? `fetch("${url}")` : `fetch("${url}", {\n${options.join("\n")}\n})`;
  return `${needsToken ? IMPORT : ""}const response = await ${call};${readResult(request)}`;
}

/** The languages in which a request is shown, with their names on tabs. */
export const SNIPPET_LANGUAGES: readonly {
  name: string;
  label: string;
  write: (request: ExampleRequest) => string;
}[] = [
  { name: "sh", label: "curl", write: curlSnippet },
  { name: "js", label: "JavaScript", write: fetchSnippet },
];
