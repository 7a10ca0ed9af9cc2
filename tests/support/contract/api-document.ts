import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { openApiDocument } from "#lib/entry/openapi/document";
import type {
  ResponseObject as DocumentedAnswer,
  PathItem,
} from "#lib/entry/openapi/document-shape";
import type { Answer } from "#tests/support/contract/check-answer";

/**
 * The document as `/openapi.json` serves it; built once per test file. It reads no settings, since a test
 * file sets its own after its imports.
 */
export const apiDocument = openApiDocument("https://form-intake.example");

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(apiDocument, "openapi");

/** Fails unless the value matches the schema at this JSON pointer of the document. */
export function expectValid(value: unknown, ...path: string[]): void {
  const tokens = path.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"));
  const validate = ajv.getSchema(`openapi#/${tokens.map(encodeURIComponent).join("/")}`);
  if (!validate) throw new Error(`${path.join(" ")} isn't in the document`);
  validate(value);
  expect(validate.errors ?? [], path.join(" ")).toEqual([]);
}

/** A response in the document with its JSON pointer; references are resolved. */
export function documentedAnswer(
  path: string,
  method: string,
  status: number,
): { answer: DocumentedAnswer; at: string[] } | null {
  const key = method.toLowerCase() as keyof PathItem;
  const found = apiDocument.paths[path]?.[key]?.responses[status];
  if (!found) return null;
  if (!("$ref" in found)) {
    return { answer: found, at: ["paths", path, key, "responses", String(status)] };
  }
  const at = found.$ref.slice(2).split("/");
  const answer = apiDocument.components.responses[at[2] ?? ""];
  return answer ? { answer, at } : null;
}

function requiredHeaders(answer: DocumentedAnswer): string[] {
  return Object.keys(answer.headers ?? {}).filter(
    (name) => apiDocument.components.headers[name]?.required,
  );
}

/**
 * Checks a response against the document: status, media type, headers, and body. For methods and
 * paths that don't exist, it checks only the envelope.
 */
export function checkDocumented(answer: Answer, method: string, path: string | null): void {
  const operation = path === null ? null : apiDocument.paths[path];
  if (!operation || !(method.toLowerCase() in operation)) {
    if (answer.json !== undefined)
      expectValid(answer.json, "components", "schemas", "ErrorEnvelope");
    return;
  }
  const documented = documentedAnswer(path ?? "", method, answer.status);
  if (!documented) throw new Error(`${method} ${path}: ${answer.status} isn't in the document`);
  const content = documented.answer.content ?? {};
  const mediaType = answer.headers.get("content-type")?.split(";")[0];
  expect(Object.keys(content).length === 0 ? [undefined] : Object.keys(content)).toContain(
    mediaType,
  );
  for (const name of requiredHeaders(documented.answer))
    expect(answer.headers.has(name), `${name} of ${method} ${path}`).toBe(true);
  if (mediaType === "application/json")
    expectValid(answer.json, ...documented.at, "content", mediaType, "schema");
}
