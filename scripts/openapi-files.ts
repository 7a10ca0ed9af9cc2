import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ERROR_STATUS } from "#lib/core/errors";
import { openApiDocument } from "#lib/entry/openapi/document";
import { ROOT } from "#server/start/checkout";

export type CommittedFile = { path: string; text: string };

/** Has the generator as a package of its own. */
export const CLIENT = join(ROOT, "packages/js");

/** Stands for the service's address; a reserved name, so no one is called by mistake. */
const BASE_URL = "https://form-intake.example";

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

/** The document, committed so that reviews show its changes. */
export function makeDocument(): CommittedFile {
  const text = `${JSON.stringify(openApiDocument(BASE_URL), null, 2)}\n`;
  return { path: "docs/openapi.json", text };
}

/** The npm client's types, made with the client's own packages. */
export async function makeClientTypes(): Promise<CommittedFile> {
  const options = { cwd: CLIENT, maxBuffer: 10_000_000 };
  const making = promisify(execFile)(process.execPath, ["make-types.mjs"], options);
  making.child.stdin?.end(withSuccessesOnly(withoutExamples(makeDocument().text)));
  const { stdout } = await making;
  const head = "// Made of docs/openapi.json by `npm run api:types`; a test compares.\n";
  return { path: "packages/js/src/generated/api-types.ts", text: head + stdout + errorCodes() };
}
