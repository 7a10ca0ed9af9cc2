import { registerHooks } from "node:module";
import { ERROR_STATUS } from "#lib/core/errors";
import { OPEN_SET } from "#lib/core/text";
import { openApiDocument } from "#lib/entry/openapi/document";

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

/** Reduces the document for the npm client: it throws every error as one class, and doesn't return headers. */
function withSuccessesOnly(document: string): string {
  const isSuccess = ([status]: [string, unknown]) => status.startsWith("2");
  return JSON.stringify({
    ...JSON.parse(document, (key, value) => {
      if (key === "headers") return undefined;
      return key === "responses"
        ? Object.fromEntries(Object.entries(value).filter(isSuccess))
        : value;
    }),
    webhooks: undefined,
  });
}

/** The error codes, for completion. The document doesn't list them as an enum, because there may be more. */
function errorCodes(): string {
  const codes = Object.keys(ERROR_STATUS).map((code) => `    | ${JSON.stringify(code)}`);
  const comment = "/** The service's error codes. There may be more. */";
  return `${comment}\nexport type ErrorCode =\n${codes.join("\n")}\n    | (string & {});\n`;
}

/** The committed files: the document, so that reviews show its changes, and the npm client's types. */
export async function makeOpenApiFiles(): Promise<CommittedFile[]> {
  const document = `${JSON.stringify(openApiDocument(BASE_URL), null, 2)}\n`;
  const { default: generate, astToString } = await loadGenerator();
  const { default: ts } = await import("#scripts/typescript-api");
  /** Known values of a set that may grow, for completion, and any other text. */
  const transform = (schema: object) => {
    const values: unknown = Reflect.get(schema, OPEN_SET);
    if (!Array.isArray(values)) return undefined;
    const { factory: f, SyntaxKind } = ts;
    const known = values.map((value) => f.createLiteralTypeNode(f.createStringLiteral(value)));
    const other = f.createIntersectionTypeNode([
      f.createKeywordTypeNode(SyntaxKind.StringKeyword),
      f.createTypeLiteralNode([]),
    ]);
    const types: unknown = Reflect.get(schema, "type");
    const isNullable = Array.isArray(types) && types.includes("null");
    const none = isNullable ? [f.createLiteralTypeNode(f.createNull())] : [];
    return f.createUnionTypeNode([...known, f.createParenthesizedType(other), ...none]);
  };
  const plain = withoutExamples(document);
  const named = { transform, rootTypes: true, rootTypesNoSchemaPrefix: true };
  const clientTypes = astToString(await generate(withSuccessesOnly(plain), named));
  const head = "// Made of docs/openapi.json by `npm run api:types`; a test compares.\n";
  return [
    { path: "docs/openapi.json", text: document },
    { path: "packages/js/src/generated/api-types.ts", text: head + clientTypes + errorCodes() },
  ];
}
