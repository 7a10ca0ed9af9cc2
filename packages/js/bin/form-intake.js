#!/usr/bin/env node
import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient, FormIntakeError } from "../dist/form-intake.js";

const USAGE = `Forwards a form's new submissions to a local address, as signed webhook events.

  form-intake listen --form <id> --to http://localhost:4000/hook

  --form      the form's ID
  --to        where to send the events
  --url       the service's address, or FORM_INTAKE_URL
  --token     an API token with submissions:read and forms:read, or FORM_INTAKE_TOKEN
  --secret    the signing secret, whsec_…; a new one is printed otherwise
  --help      shows this text`;

const POLL_MS = 3_000;
const LONGEST_WAIT_MS = 60_000;
const TARGET_MS = 15_000;

/** @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

function readOptions() {
  const text = { type: "string" };
  const help = { type: "boolean", short: "h" };
  const options = { form: text, to: text, url: text, token: text, secret: text, help };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const { FORM_INTAKE_URL, FORM_INTAKE_TOKEN } = process.env;
    const { form, to, url = FORM_INTAKE_URL, token = FORM_INTAKE_TOKEN } = values;
    if (positionals.join() !== "listen" || !form || !to) fail(USAGE);
    if (!url) fail("Set --url or FORM_INTAKE_URL to the address of the service.");
    if (!token) fail("Set --token or FORM_INTAKE_TOKEN to an API token.");
    if (!URL.canParse(to) || !/^https?:/.test(to)) fail(`--to isn't an http or https URL: ${to}`);
    const secret = values.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
    if (!/^whsec_[\w+/=-]+$/.test(secret)) fail("--secret must be whsec_ followed by base64.");
    return { form, to, url, token, secret, isNewSecret: values.secret === undefined };
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
}

/** A name without what moves a terminal's cursor or turns its text around. */
function printable(name) {
  return name.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "");
}

/** The event of a submission, in the shape that the service sends. */
function eventOf({ id, formId, formName, receivedAt, fields, attachments }) {
  return {
    id,
    type: "submission.created",
    timestamp: new Date(receivedAt).toISOString(),
    data: {
      submission: {
        id,
        formId,
        formName,
        receivedAt,
        fields,
        attachments: attachments.map(({ status: _, ...file }) => file),
      },
    },
  };
}

function sign(secret, id, body) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${digest}`,
  };
}

/** @returns the status, or why there is none */
async function forward(event, { to, secret }) {
  const body = JSON.stringify(event);
  const headers = { "Content-Type": "application/json", ...sign(secret, event.id, body) };
  try {
    const signal = AbortSignal.timeout(TARGET_MS);
    const response = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error.cause?.code ?? error.cause?.message ?? error.message;
  }
}

const options = readOptions();
// The loop below repeats calls itself, and says so.
const client = createClient({ baseUrl: options.url, token: options.token, maxRetries: 0 });
const query = {
  formId: options.form,
  folder: "all",
  order: "asc",
  include: "fields,attachments",
  limit: 50,
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));

/** Earlier submissions aren't forwarded. Only the service's clock counts. */
async function findStart() {
  const { data } = await client.submissions.list({ ...query, order: "desc", limit: 1 });
  return data.length > 0 ? { receivedAfter: data[0].receivedAt } : {};
}

const [form, start] = await Promise.all([client.forms.get(options.form), findStart()]).catch(
  (error) => fail(error.message),
);
console.log(`Forwarding new submissions of “${printable(form.name)}” to ${options.to}`);
if (options.isNewSecret) console.log(`Signing secret: ${options.secret}`);

let cursor;
for (let failures = 0; ; ) {
  try {
    const page = await client.submissions.list({
      ...query,
      ...start,
      ...(cursor ? { cursor } : {}),
    });
    failures = 0;
    for (const item of page.data) {
      // Spam emits no events.
      if (item.folder === "spam") continue;
      const result = await forward(eventOf(item), options);
      console.log(`${new Date().toLocaleTimeString()}  ${item.id}  ${result}`);
    }
    cursor = page.resumeCursor ?? cursor;
    if (page.nextCursor === null) await sleep(POLL_MS);
  } catch (error) {
    const isLasting =
      error instanceof FormIntakeError &&
      error.status >= 400 &&
      error.status < 500 &&
      error.status !== 429;
    if (!(error instanceof FormIntakeError) || isLasting) fail(error.message);
    failures += 1;
    const waitMs = (error.retryAfterSeconds ?? 0) * 1000 || POLL_MS * 2 ** failures;
    const pauseMs = Math.min(waitMs, LONGEST_WAIT_MS);
    console.error(`${error.message} Trying again in ${Math.ceil(pauseMs / 1000)} s.`);
    await sleep(pauseMs);
  }
}
