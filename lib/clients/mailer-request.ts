import { z } from "zod";

/** One mail to one address, ready to be sent or captured. */
export type Mail = {
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  headers: Record<string, string>;
  html: string;
  text: string;
};

const RequestBody = z.object({
  from: z.string(),
  to: z.tuple([z.string()]),
  reply_to: z.string().optional(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
});

/** The body of Resend's `POST /emails`. Made once per try-series: a repeat sends these very bytes. */
export function toRequestBody(mail: Mail): string {
  const { to, replyTo, ...rest } = mail;
  const body: z.input<typeof RequestBody> = {
    ...rest,
    to: [to],
    ...(replyTo === null ? {} : { reply_to: replyTo }),
  };
  return JSON.stringify(body);
}

/** The mail inside a body that {@link toRequestBody} made. */
export function fromRequestBody(body: string): Mail {
  const { to, reply_to, ...rest } = RequestBody.parse(JSON.parse(body));
  return { ...rest, to: to[0], replyTo: reply_to ?? null };
}
