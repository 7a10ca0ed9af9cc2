// Prints what Spectral and Scalar make of the files in .output, as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "@scalar/openapi-parser";
import spectralCore from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

const read = (name) => JSON.parse(readFileSync(join(import.meta.dirname, ".output", name), "utf8"));

const linter = new spectralCore.Spectral();
linter.setRuleset({ extends: [rulesets.oas] });
const spectral = (await linter.run(read("openapi.json"))).map(
  ({ code, path, message }) => `${code} at ${path.join("/")}: ${message}`,
);

const { valid, errors = [] } = await validate(read("openapi.json"));
const scalar = valid ? errors : [...errors, "isn't valid"];

console.log(JSON.stringify({ spectral, scalar }));
