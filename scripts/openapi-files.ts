import { registerHooks } from "node:module";
import { openApiDocument } from "#lib/http/openapi/document";

export type CommittedFile = { path: string; text: string };

/** Stands for the service's address; a reserved name, so no one is called by mistake. */
const BASE_URL = "https://form-intake.example";

/**
 * openapi-typescript prints with the JavaScript API of TypeScript 5, which TypeScript 7 lacks;
 * @ts-morph/common has the same API.
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

/** Examples don't affect the types, and reviews shouldn't show them twice. */
function withoutExamples(document: string): string {
  return JSON.stringify(JSON.parse(document), (key, value) =>
    key === "example" || key === "examples" ? undefined : value,
  );
}

/** The committed files: the document, so that reviews show its changes, and its types. */
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
