import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { openApiDocument } from "#lib/http/openapi/document";
import type {
  ResponseObject as DocumentedAnswer,
  PathItem,
} from "#lib/http/openapi/document-shape";
import type { Answer } from "#tests/support/contract/check-answer";

/** The document as `/openapi.json` serves it; made once in each test file that looks at it. */
export const apiDocument = openApiDocument("https://form-intake.example");

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(apiDocument, "openapi");

const validators = new Map<string, ValidateFunction>();

/** The validator of a place in the document, compiled when it is first needed. */
function validatorAt(path: readonly string[]): ValidateFunction {
  const tokens = path.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"));
  const pointer = `/${tokens.map(encodeURIComponent).join("/")}`;
  const known = validators.get(pointer);
  if (known) return known;
  const validator = ajv.compile({ $ref: `openapi#${pointer}` });
  validators.set(pointer, validator);
  return validator;
}

/** Fails unless the schema at this place of the document takes the value. */
export function expectValid(value: unknown, ...path: string[]): void {
  const validate = validatorAt(path);
  validate(value);
  expect(validate.errors ?? [], path.join(" ")).toEqual([]);
}

/** An answer of the document with the place where it stands: what refers to a component is followed. */
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
 * Checks an answer against what the document says of it: status, media type, headers and body.
 * Nothing is said of methods and paths that do not exist; the envelope alone is checked for those.
 */
export function checkDocumented(answer: Answer, method: string, path: string | null): void {
  const operation = path === null ? null : apiDocument.paths[path];
  if (!operation || !(method.toLowerCase() in operation)) {
    if (answer.json !== undefined)
      expectValid(answer.json, "components", "schemas", "ErrorEnvelope");
    return;
  }
  const documented = documentedAnswer(path ?? "", method, answer.status);
  if (!documented) throw new Error(`${method} ${path}: ${answer.status} is not in the document`);
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
