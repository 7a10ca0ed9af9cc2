import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { db } from "#lib/db/database";

/** A connected, enabled widget that a visitor's challenge has proved, without any call of siteverify. */
export async function createVerifiedWidget(
  formId: string,
  options: { enabled?: boolean; verifiedAt?: Date | null; secret?: string } = {},
): Promise<void> {
  const { enabled = true, verifiedAt = new Date(), secret = "0x4AAAAAAAsecret" } = options;
  await db().turnstileWidget.create({
    data: {
      formId,
      revision: newId(),
      siteKey: "0x4AAAAAAAsite",
      sealedSecret: encryptSecret(secret),
      hostnames: ["www.example.com"],
      enabled,
      verifiedAt,
      updatedAt: new Date(),
    },
  });
}
