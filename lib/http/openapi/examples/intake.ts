import { FIELDS, IDS, TIMES } from "#lib/http/openapi/examples/example";
import { PUBLIC_KEY } from "#lib/http/openapi/examples/forms";

/** `POST /f/{publicKey}`: Ada's request and response. */
export const intakeExamples = {
  publicKey: PUBLIC_KEY,
  body: FIELDS,
  accepted: { data: { id: IDS.submission, receivedAt: TIMES.received } },
} as const;
