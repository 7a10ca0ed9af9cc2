import { z } from "zod";
import { UTM_NAMES, type UtmName } from "#lib/core/fields/message-context";

const part = (description: string) => z.string().nullable().describe(description);

const utm = Object.fromEntries(
  UTM_NAMES.map((name) => [name, part(`\`utm_${name}\` of the page's address.`)]),
) as Record<UtmName, ReturnType<typeof part>>;

/** The page that a message was sent from, as stored and as the API returns it. */
export const MessageContext = z
  .strictObject({
    pageUrl: part("Address of the page, without its query except for `utm_*`."),
    pageTitle: part("Title of the page."),
    referrer: part("Host of the page from which the visitor came."),
    utm: z.strictObject(utm).describe("The campaign that led to the page."),
  })
  .describe(
    "Where it was written: from the page's script, the hosted form, or the `Referer` header. Each part has at most 500 characters, and is null if it isn't known.",
  );
