import { z } from "zod";
import { Id } from "#lib/core/text";

/** How often a browser reports that its composer is open. */
export const COMPOSER_BEAT_MS = 10_000;

/** A colleague who is answering a message at the moment. */
export const Answering = z.strictObject({ submissionId: Id, name: z.string() });
export type Answering = z.output<typeof Answering>;
