import { AppError } from "#lib/core/errors";
import { type Template, TemplateInput } from "#lib/domain/templates/template-input";
import { parseInput } from "#lib/entry/http/parse";
import { parseJsonOrNull } from "../../form-action";
import { MAX_FILE_BYTES } from "./limits";

/** The maximum number of problems listed in a message. */
const MAX_NAMED = 3;

type Read = { template: Template } | { problem: string };

/** Reads a downloaded form, or an API response with the form under `data`. */
export function readFile(text: unknown): Read {
  if (typeof text !== "string" || Buffer.byteLength(text) > MAX_FILE_BYTES)
    return { problem: `The file can have at most ${MAX_FILE_BYTES / 1024} KB.` };
  // Editors on Windows add a byte order mark.
  const value = parseJsonOrNull(text.replace(/^\ufeff/, ""));
  if (typeof value !== "object" || value === null)
    return { problem: "This isn’t a form that was downloaded from here. Select a .json file." };
  const given = "data" in value && !("version" in value) ? value.data : value;
  try {
    return { template: parseInput(TemplateInput, given) };
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === "validation_failed")) throw failure;
    return { problem: describeProblems(failure) };
  }
}

function describeProblems({ details = [] }: AppError): string {
  const named = details
    .slice(0, MAX_NAMED)
    .map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
  const more = details.length - named.length;
  const rest = more > 0 ? `, and ${more} more` : "";
  return `This file can’t be used: ${named.join("; ")}${rest}.`;
}
