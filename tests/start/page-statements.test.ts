import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { findFreePort } from "#server/start/free-port";
import { listDashboardPages } from "#tests/e2e/support/routes";
import { ORDINARY } from "#tests/e2e/support/words";
import { fillWorkspace, type World } from "#tests/e2e/support/world";
import type { Owner } from "#tests/support/factories/owner";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { OPERATOR_EMAIL, TEST_SETTINGS } from "#tests/support/setup/test-settings";
import { prepareOutside } from "#tests/support/twins/outside";
import { startReceiver } from "#tests/support/twins/receiver";

/** What a connection asks when it's opened. */
const OF_CONNECTION = /^SHOW |transaction_read_only/;

/** The SQL that requests have caused since the last call, of a service with this STATEMENTS_PORT. */
async function takeStatements(port: number): Promise<string[]> {
  const sent = z.array(z.string()).parse(JSON.parse(await text(connect(port, "127.0.0.1"))));
  return sent.filter((one) => !OF_CONNECTION.test(one));
}

/** Statements of a dashboard page, its frame included. Five are of the frame: whether the database responds, the session, and three for the sidebar and banners. */
const BOUND = 12;

/** Pages that don't meet the limit yet. These numbers may only go down. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  // The form doctor itself (7), storing what it found, rejections, and what waits.
  "forms/[formId]/diagnostics": 18,
  // Something is wrong with this form, so its card asks the doctor (8).
  "forms/[formId]": 20,
  // The log reads deliveries, their messages' folders and senders, and attempts one after another.
  "forms/[formId]/integrations/webhook": 15,
  "forms/[formId]/integrations/[destinationId]": 17,
  // A snapshot costs three more than its reads.
  "forms/[formId]/integrations/webhook/deliveries/[deliveryId]": 13,
  "forms/[formId]/integrations/[destinationId]/deliveries/[deliveryId]": 13,
  // A whole message in one snapshot: files, emails, events, and their attempts.
  "inbox with a message": 24,
};

/** What the doctor adds to the first page after something happened to the form. */
const DOCTOR = 8;

let service: TestService;
let world: World;
let port: number;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  port = await findFreePort();
  const outside = await prepareOutside(1);
  ends.unshift(outside.stop);
  const [place] = outside.places;
  if (!place) throw new Error("no place for a receiver");
  const { hostname, certificate } = place;
  const receiver = await startReceiver({ hostnames: [hostname], port: place.port, certificate });
  ends.unshift(receiver.stop);
  const env = { ...TEST_SETTINGS, OPERATOR_EMAILS: OPERATOR_EMAIL, STATEMENTS_PORT: String(port) };
  service = await startServer({ env: { ...env, ...outside.env } });
  const { baseUrl, dataDir } = service;
  ends.unshift(service.stop, () => removeDataDir(dataDir));
  world = await fillWorkspace({ baseUrl, dataDir, receiverUrl: receiver.url }, ORDINARY);
});

afterAll(async () => {
  for (const end of ends) await end();
});

/** The statements that a page causes. */
async function statementsOf(path: string, { cookie }: Owner = world.owner): Promise<string[]> {
  await takeStatements(port);
  const response = await fetch(service.baseUrl + path, {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
    redirect: "manual",
  });
  await response.text();
  expect([200, 307], path).toContain(response.status);
  return takeStatements(port);
}

/** Every page of the dashboard by its route, with a path and who opens it. */
function pathOf(route: string): [path: string, owner?: Owner] {
  const { form, message, destinationId, destinationDeliveryId, deliveryId, notification } = world;
  if (route === "operator") return ["/operator", world.team.operator];
  const path = route
    .replace("[formId]", form.id)
    .replace("[destinationId]", destinationId)
    .replace("[deliveryId]", route.includes("webhook") ? deliveryId : destinationDeliveryId)
    .replace("[submissionId]", message.id)
    .replace("[emailId]", notification.id);
  return [`/${path}`];
}

test("every dashboard page takes at most 12 statements, or as many as it's known for", async () => {
  const routes = await listDashboardPages();
  expect(routes.length).toBeGreaterThan(30);
  const pages = new Map(routes.map((route) => [route, pathOf(route)]));
  pages.set("inbox with a message", [`/inbox?message=${world.message.id}`]);
  const over: Record<string, number> = {};
  for (const [name, [path, owner]] of pages) {
    // The first one may check the form, or remember that the session is in use.
    await statementsOf(path, owner);
    const { length } = await statementsOf(path, owner);
    if (length > BOUND) over[name] = length;
  }
  expect(over).toEqual(EXCEPTIONS);
});

test("the tabs of a form run the doctor only after something happened to it", async () => {
  const { form, owner } = world;
  const path = `/forms/${form.id}/install`;
  await statementsOf(path);
  const { length } = await statementsOf(path);
  await owner.updateForm(form.id, { name: "Renamed" });
  expect((await statementsOf(path)).length).toBe(length + DOCTOR);
  expect((await statementsOf(path)).length).toBe(length);
});
