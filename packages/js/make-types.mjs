// Reads an OpenAPI document, and writes its types. openapi-typescript prints with the JavaScript API of TypeScript 5.
import { text } from "node:stream/consumers";
import generate, { astToString } from "openapi-typescript";
import ts from "typescript";

const { factory: f, SyntaxKind } = ts;

/** Known values of a set that may grow, for completion, and any other text. */
function transform(schema) {
  const values = schema["x-extensible-enum"];
  if (!Array.isArray(values)) return undefined;
  const known = values.map((value) => f.createLiteralTypeNode(f.createStringLiteral(value)));
  const other = f.createIntersectionTypeNode([
    f.createKeywordTypeNode(SyntaxKind.StringKeyword),
    f.createTypeLiteralNode([]),
  ]);
  const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
  const none = isNullable ? [f.createLiteralTypeNode(f.createNull())] : [];
  return f.createUnionTypeNode([...known, f.createParenthesizedType(other), ...none]);
}

const options = { transform, rootTypes: true, rootTypesNoSchemaPrefix: true };
process.stdout.write(astToString(await generate(await text(process.stdin), options)));
