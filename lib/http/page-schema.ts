import { z } from "zod";

/** The page envelope of lists (SPEC, Page envelope). */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.strictObject({
    data: z.array(item).describe("The items on this page, newest first."),
    nextCursor: z
      .string()
      .nullable()
      .describe("Cursor for the next page. Send it back unchanged. Null on the last page."),
  });
}
