import { z } from "zod";
import { STORABLE_PATTERN } from "#lib/core/text";

export const Revision = z
  .string()
  .nullable()
  .describe("Changes with every save. Send it with your next update. Null before the first save.");

/** The revision that a save sends back, as it was read. */
export const GivenRevision = z
  .string("must be a string or null")
  .meta({ pattern: STORABLE_PATTERN })
  .nullable()
  .describe("The revision you last read, or null on the first save.");
