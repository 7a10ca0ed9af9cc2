"use client";

import { useRouter } from "next/navigation";
import type { DigestDelivery } from "#lib/domain/emails/digests/list-digests";
import RetryEmail from "../retry-email";

/** Sends a digest that failed, or may have, again. */
export function RetryDigest({ digest }: { digest: DigestDelivery }) {
  const router = useRouter();
  const { id, email, status } = digest;
  if (status !== "failed" && status !== "uncertain") return null;
  return (
    <RetryEmail
      submissionId={null}
      deliveryId={id}
      email={email}
      isUncertain={status === "uncertain"}
      onDone={() => router.refresh()}
    />
  );
}
