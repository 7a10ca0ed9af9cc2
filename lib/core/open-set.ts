import { z } from "zod";

/**
 * A set of values that may grow in a response: the document names the known ones and allows others, so
 * that clients which validate keep working.
 */
export function openSet<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values).meta({ "x-extensible-enum": [...values] });
}
