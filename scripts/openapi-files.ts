import { registerHooks } from "node:module";
import { openApiDocument } from "#lib/http/openapi/document";

export type CommittedFile = { path: string; text: string };

/** Stands for wherever the service is installed; a reserved name, so nobody is called by mistake. */
const BASE_URL = "https://form-intake.example";

/**
 * openapi-typescript prints with the JavaScript API of TypeScript 5, which TypeScript 7 no longer
 * has; the same API comes, without a second compiler on the path, in @ts-morph/common.
 */
async function loadGenerator() {
  const api = import.meta.resolve("#scripts/typescript-api");
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "typescript" ? next(api, context) : next(specifier, context),
  });
  try {
    return await import("openapi-typescript");
  } finally {
    hooks.deregister();
  }
}

/** Types say nothing of examples, and a review should not have to read them twice. */
function withoutExamples(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value) =>
    key === "example" || key === "examples" ? undefined : value,
  );
}

/** What is committed of the document: itself, so that reviews see it change, and its types. */
export async function makeOpenApiFiles(): Promise<CommittedFile[]> {
  const document = `${JSON.stringify(openApiDocument(BASE_URL), null, 2)}\n`;
  const { default: generate, astToString } = await loadGenerator();
  const types = astToString(await generate(withoutExamples(document)));
  const head = "// Made of docs/openapi.json by `npm run api:types`; a test compares.\n";
  return [
    { path: "docs/openapi.json", text: document },
    { path: "tests/support/generated/api-types.ts", text: head + types },
  ];
}
