import { z } from "zod";

/** The error envelope of every non-success answer (SPEC, Errors). */
export const ErrorEnvelope = z
  .strictObject({
    error: z
      .strictObject({
        code: z
          .string()
          .describe(
            "Machine-readable error code. We may add codes, so fall back to the status for ones you don't know.",
          ),
        message: z.string().describe("Human-readable explanation."),
        requestId: z
          .uuid()
          .optional()
          .describe(
            "ID of the request in our logs, same as the `X-Request-Id` header. Absent if the request was rejected before it reached the application.",
          ),
        details: z
          .array(
            z.strictObject({
              path: z
                .string()
                .describe(
                  "Dotted path in the body (`settings.uploads.retentionDays`, `rules.0.value`) or the name of a query parameter. Empty for the whole body.",
                ),
              message: z.string().describe("What's wrong with the value."),
            }),
          )
          .min(1)
          .optional()
          .describe("Every validation error in the request."),
      })
      .describe("The error."),
  })
  .describe("The body of every error response.");
export type ErrorEnvelope = z.output<typeof ErrorEnvelope>;
