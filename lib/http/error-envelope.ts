import { z } from "zod";

/** The error envelope of every non-success answer (SPEC, Errors). */
export const ErrorEnvelope = z
  .strictObject({
    error: z
      .strictObject({
        code: z
          .string()
          .describe(
            "What went wrong, for programs. New codes may come: treat one that you do not know by its status.",
          ),
        message: z.string().describe("What went wrong in one sentence, for people."),
        requestId: z
          .uuid()
          .optional()
          .describe(
            "Names the request in our logs, the same as the header `X-Request-Id`; absent when the request was refused before it reached the application.",
          ),
        details: z
          .array(
            z.strictObject({
              path: z
                .string()
                .describe(
                  "Dotted path into the body (`settings.uploads.retentionDays`, `rules.0.value`) or the name of a query parameter; empty for the whole body.",
                ),
              message: z.string().describe("The rule that was broken."),
            }),
          )
          .min(1)
          .optional()
          .describe("Every failed rule of the request, all reported together."),
      })
      .describe("The refusal."),
  })
  .describe("What every answer that is no success says.");
export type ErrorEnvelope = z.output<typeof ErrorEnvelope>;
