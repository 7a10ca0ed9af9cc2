import type { ExampleRequest } from "#lib/http/openapi/request-snippets";

/** How a language writes what JSON writes differently. */
type Syntax = {
  null: string;
  true: string;
  false: string;
  open: string;
  close: string;
  arrow: string;
  emptyObject: string;
  quote: (text: string) => string;
};

const PYTHON: Syntax = {
  null: "None",
  true: "True",
  false: "False",
  open: "{",
  close: "}",
  arrow: ": ",
  emptyObject: "{}",
  quote: JSON.stringify,
};

const PHP: Syntax = {
  null: "null",
  true: "true",
  false: "false",
  open: "[",
  close: "]",
  arrow: " => ",
  emptyObject: "new stdClass()",
  // In double quotes, PHP replaces variables.
  quote: (text) => `'${text.replaceAll(/[\\']/g, "\\$&")}'`,
};

/** A JSON value as a literal, its lines indented by `depth` steps of four spaces. */
function literal(value: unknown, syntax: Syntax, depth: number): string {
  if (typeof value === "string") return syntax.quote(value);
  if (value === null) return syntax.null;
  if (typeof value === "boolean") return value ? syntax.true : syntax.false;
  if (typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(([name, member]) => {
    const written = literal(member, syntax, depth + 1);
    return isList ? written : `${syntax.quote(name)}${syntax.arrow}${written}`;
  });
  if (entries.length === 0) return isList ? "[]" : syntax.emptyObject;
  const [open, close] = isList ? ["[", "]"] : [syntax.open, syntax.close];
  const pad = "    ".repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${pad}${entry},\n`).join("")}${"    ".repeat(depth)}${close}`;
}

function readPython({ method, file }: ExampleRequest): string {
  if (file !== null)
    return `with urlopen(request) as response, open("${file}", "wb") as file:\n    file.write(response.read())`;
  if (method === "DELETE") return "urlopen(request).close()";
  return 'with urlopen(request) as response:\n    data = json.load(response)["data"]';
}

/** Python with its standard library. `urlopen` raises an error for error statuses. */
export function pythonSnippet(request: ExampleRequest): string {
  const { method, url, needsToken, body, file } = request;
  const needsJson = body !== null || (method !== "DELETE" && file === null);
  const headers = [
    ...(needsToken
      ? [`        "Authorization": "Bearer " + os.environ["FORM_INTAKE_TOKEN"],`]
      : []),
    ...(body === null ? [] : ['        "Content-Type": "application/json",']),
  ];
  const modules = [...(needsJson ? ["json"] : []), ...(needsToken ? ["os"] : [])];
  return [
    ...(modules.length > 0 ? [`import ${modules.join(", ")}`] : []),
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    ${JSON.stringify(url)},`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : ["    headers={", ...headers, "    },"]),
    ...(body === null
      ? []
      : [`    data=json.dumps(${literal(JSON.parse(body), PYTHON, 1)}).encode(),`]),
    ")",
    readPython(request),
  ].join("\n");
}

function readPhp({ method, file }: ExampleRequest): string[] {
  if (file !== null) return [`file_put_contents("${file}", $response);`];
  if (method === "DELETE") return [];
  return [
    "$result = json_decode($response, true);",
    'if (isset($result["error"])) throw new Exception($result["error"]["message"]);',
  ];
}

/** PHP without extensions. */
export function phpSnippet(request: ExampleRequest): string {
  const { method, url, needsToken, body } = request;
  const headers = [
    ...(needsToken ? [`        "Authorization: Bearer " . getenv("FORM_INTAKE_TOKEN"),`] : []),
    ...(body === null ? [] : ['        "Content-Type: application/json",']),
  ];
  const read = readPhp(request);
  const call = `file_get_contents(${PHP.quote(url)}, false, $context);`;
  return [
    "<?php",
    '$context = stream_context_create(["http" => [',
    `    "method" => "${method}",`,
    ...(headers.length === 0 ? [] : ['    "header" => [', ...headers, "    ],"]),
    ...(body === null
      ? []
      : [`    "content" => json_encode(${literal(JSON.parse(body), PHP, 1)}),`]),
    '    "ignore_errors" => true,',
    "]]);",
    read.length === 0 ? call : `$response = ${call}`,
    ...read,
  ].join("\n");
}
