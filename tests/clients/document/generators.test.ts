import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { countOf } from "#lib/core/count";
import { openApiDocument } from "#lib/entry/openapi/document";
import { installPackages } from "#scripts/install-packages";
import { ROOT } from "#server/start/checkout";

const run = promisify(execFile);
const TOOLS = join(ROOT, "tests/clients/generators");
const OUTPUT = join(TOOLS, ".output");
/** Committed, and compared by the npm client's own tests. */
const CLIENT_TYPES = join(ROOT, "packages/js/src/generated/api-types.ts");
const BASE_URL = "https://form-intake.example";
const document = openApiDocument(BASE_URL);

type Generator = {
  name: string;
  /** Arguments of Node. Absent where `beforeAll` writes its file. */
  args?: string[];
  /** The TypeScript type of a component. */
  type: (component: string) => string;
  /** Limits of the generator: it types files as text, or knows only the first type of a body. */
  limit?: "files are text" | "one body type";
};

const bin = (name: string) => `node_modules/.bin/${name}`;
const imported = (path: string) => (component: string) => `import("./${path}.ts").${component}`;
const INPUT = ".output/openapi.json";

const GENERATORS: Generator[] = [
  {
    name: "openapi-typescript",
    type: (name) => `import("./openapi-typescript/types.ts").components["schemas"]["${name}"]`,
    limit: "files are text",
  },
  {
    name: "orval",
    args: [bin("orval"), "--input", INPUT, "--output", ".output/orval/api.ts", "--client", "fetch"],
    type: imported("orval/api"),
  },
  {
    name: "oazapfts",
    args: [bin("oazapfts"), INPUT, ".output/oazapfts/api.ts"],
    type: imported("oazapfts/api"),
    limit: "one body type",
  },
  {
    name: "hey-api",
    args: [bin("openapi-ts"), "-i", INPUT, "-o", ".output/hey-api", "-c", "@hey-api/client-fetch"],
    type: imported("hey-api/types.gen"),
  },
  {
    name: "swagger-typescript-api",
    args: [
      ...[bin("swagger-typescript-api"), "generate", "-p", INPUT],
      ...["-o", ".output/swagger-typescript-api", "-n", "api.ts"],
    ],
    type: imported("swagger-typescript-api/api"),
  },
  {
    name: "kubb",
    args: ["kubb.mjs"],
    type: (name) => imported(`kubb/types/${name}`)(name),
  },
  {
    name: "typed-openapi",
    args: [bin("typed-openapi"), INPUT, "-o", ".output/typed-openapi/api.ts", "-r", "none"],
    type: (name) => imported("typed-openapi/api")(`Schemas.${name}`),
    limit: "files are text",
  },
];

/** Code that a developer writes with the generated types. */
function usesOf({ type, limit }: Generator): string {
  const files = limit ? "" : 'attachments: [new File(["Hello"], "a.txt")]';
  const form = limit === "one body type" ? "SubmissionJson" : "SubmissionMultipart";
  return `
declare const event: ${type("WebhookEvent")};
export const text = event.type === "webhook.test" ? event.data.message : event.data.submission.id;
export const rule: ${type("SaveRoutingInput")}["rules"][number] = {
  id: "", name: "Any topic", field: "topic", operator: "present", recipientIds: [],
};
export const error: ${type("ErrorEnvelope")} = { error: { code: "a_new_code", message: "" } };
export const json: ${type("SubmissionJson")} = { _service_autoreply: true, size: 4, tags: ["a", "b"] };
export const form: ${type(form)} = { message: "Hello", ${files} };
`;
}

const COMPILER_OPTIONS = {
  target: "ES2022",
  lib: ["dom", "dom.iterable", "esnext"],
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

async function write(name: string, content: string): Promise<void> {
  const path = join(OUTPUT, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, content);
}

async function typeScriptIn({ name }: Generator): Promise<string[]> {
  const entries = await readdir(join(OUTPUT, name), { recursive: true });
  return entries.filter((entry) => entry.endsWith(".ts")).map((entry) => join(name, entry));
}

/** Some generators switch the compiler off for their own files. */
async function checkTypesOf(path: string): Promise<void> {
  const code = await readFile(join(OUTPUT, path), "utf8");
  if (code.includes("@ts-nocheck")) await write(path, code.replaceAll("@ts-nocheck", "checked"));
}

/** Compiler errors in the files of one generator. */
const errors = new Map<string, string[]>();

async function compile(): Promise<void> {
  await write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["./**/*.ts"] }),
  );
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout } = await run(tsc, ["-p", OUTPUT, "--pretty", "false"], { cwd: OUTPUT }).catch(
    (failure: { stdout: string }) => failure,
  );
  for (const line of stdout.split("\n").filter((one) => one.includes("error TS"))) {
    const name = line.split(/\.uses|\//)[0] ?? "";
    errors.set(name, [...(errors.get(name) ?? []), line]);
  }
}

beforeAll(async () => {
  await installPackages(TOOLS);
  await rm(OUTPUT, { recursive: true, force: true });
  await write("openapi.json", JSON.stringify(document));
  await write("openapi-typescript/types.ts", await readFile(CLIENT_TYPES, "utf8"));
  for (const generator of GENERATORS) {
    await mkdir(join(OUTPUT, generator.name), { recursive: true });
    if (generator.args) await run(process.execPath, generator.args, { cwd: TOOLS });
    for (const path of await typeScriptIn(generator)) await checkTypesOf(path);
    await write(`${generator.name}.uses.ts`, usesOf(generator));
  }
  await compile();
}, 180_000);

afterAll(async () => {
  const rows = await Promise.all(
    GENERATORS.map(async (generator) => {
      const { name } = generator;
      const { length } = await typeScriptIn(generator);
      return `  ${name.padEnd(24)}${countOf(length, "file")}, ${countOf(errors.get(name)?.length ?? 0, "error")}`;
    }),
  );
  console.log(["Generated from the document, compiled by strict TypeScript:", ...rows].join("\n"));
});

test.each(GENERATORS)("$name generates code that compiles and fits the API", async ({ name }) => {
  expect((await readdir(join(OUTPUT, name))).length).toBeGreaterThan(0);
  expect(errors.get(name) ?? []).toEqual([]);
});

test("no error is left that belongs to none of them", () => {
  const names = GENERATORS.map(({ name }) => name);
  expect([...errors.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

const Reading = z.object({
  spectral: z.array(z.string()),
  scalar: z.array(z.unknown()),
});

test("Spectral and Scalar find nothing wrong with the document", async () => {
  const { stdout } = await run(process.execPath, ["read.mjs"], { cwd: TOOLS });
  const { spectral, scalar } = Reading.parse(JSON.parse(stdout));
  expect(spectral).toEqual([]);
  expect(scalar).toEqual([]);
});
