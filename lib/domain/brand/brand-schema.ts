import { z } from "zod";
import { GivenRevision, Revision } from "#lib/core/revision";
import { Name } from "#lib/core/text";
import { toUnlinkedName } from "#lib/core/unlinked";
import { HexColor } from "#lib/domain/forms/page/page-schema";

export const MAX_BRAND_NAME = 80;
/** The length to which senders' names are cut. */
export const MAX_REPLY_NAME = 60;

const members = {
  /** The name of the business; null for none. Then visitors see the form's name, and the workspace's in emails. */
  name: Name(1, MAX_BRAND_NAME).nullable(),
  /**
   * The sender's name in emails to visitors; null to use `name`. A name that looks like a link is rejected, because
   * emails would leave it out.
   */
  replyName: Name(1, MAX_REPLY_NAME)
    .refine(
      (name) => name === "" || toUnlinkedName(name, MAX_REPLY_NAME) !== null,
      "must not look like a link or an email address",
    )
    .nullable(),
  color: HexColor().nullable(),
};

/** What visitors see of a workspace, unless a form's own page overrides it. Only the dashboard changes it. */
export const Brand = z.strictObject({
  revision: Revision,
  ...members,
  /** The URL of the logo, or null without one. */
  logoUrl: z.string().nullable(),
});
export type Brand = z.output<typeof Brand>;

export const SaveBrandInput = z.strictObject({ revision: GivenRevision, ...members });
export type SaveBrandInput = z.output<typeof SaveBrandInput>;
