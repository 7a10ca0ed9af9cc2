import { z } from "zod";

/** The page envelope of lists (SPEC, Page envelope). */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.strictObject({
    data: z.array(item).describe("The items of this page, newest first."),
    nextCursor: z
      .string()
      .nullable()
      .describe("Cursor of the next page, to be sent unchanged; null on the last page."),
  });
}
