import { curlSnippet, type ExampleRequest, fetchSnippet } from "#lib/http/openapi/request-snippets";
import { phpSnippet, pythonSnippet } from "#lib/http/openapi/server-snippets";

/** The languages in which a request is shown, each with its name on tabs. */
export const SNIPPET_LANGUAGES: readonly {
  name: string;
  label: string;
  write: (request: ExampleRequest) => string;
}[] = [
  { name: "sh", label: "curl", write: curlSnippet },
  { name: "js", label: "JavaScript", write: fetchSnippet },
  { name: "python", label: "Python", write: pythonSnippet },
  { name: "php", label: "PHP", write: phpSnippet },
];
