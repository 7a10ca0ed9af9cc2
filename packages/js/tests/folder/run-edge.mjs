// Runs the journey where only web APIs exist: Vercel's edge runtime. Modules need --experimental-vm-modules.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { resolve } from "node:path";
import { SourceTextModule } from "node:vm";
import { EdgeVM } from "@edge-runtime/vm";

const { context } = new EdgeVM();
const modules = new Map();

function load(path) {
  const code = readFileSync(path, "utf8");
  const source = path.endsWith(".ts") ? stripTypeScriptTypes(code) : code;
  const found = modules.get(path) ?? new SourceTextModule(source, { context, identifier: path });
  modules.set(path, found);
  return found;
}

const entry = load(resolve("journey.ts"));
await entry.link((specifier, { identifier }) =>
  load(
    specifier === "form-intake"
      ? resolve("node_modules/form-intake/dist/form-intake.js")
      : resolve(identifier, "..", specifier),
  ),
);
await entry.evaluate();
console.log(JSON.stringify(await entry.namespace.journey(JSON.parse(process.argv[2]))));
