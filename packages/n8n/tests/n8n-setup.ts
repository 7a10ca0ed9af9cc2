import { afterAll, beforeAll } from "vitest";
import { listDestinations } from "../../../lib/domain/endpoints/destinations";
import { acceptedId, postVisit } from "../../../tests/support/contract/intake";
import {
  createForm,
  createToken,
  createWorkspace,
} from "../../../tests/support/factories/factories";
import { startApiServer } from "../../../tests/support/twins/api-server";
import type { ReceivedEvent } from "../../../tests/support/twins/receiver";
import { startScriptedService } from "../../../tests/support/twins/scripted-service";
import { setUpServices } from "../../../tests/support/twins/service-receiver";
import { installN8n, type N8n, openWorkflow } from "./n8n-host";

export const services = await setUpServices();

/** Those that the credentials ask for. */
const SCOPES = [
  "forms:read",
  "submissions:read",
  "submissions:write",
  "submissions:reply",
  "integrations:read",
  "integrations:write",
] as const;
const server = await startApiServer();
let installed: N8n;

export const { baseUrl } = server;
export const n8n = () => installed;

beforeAll(async () => {
  installed = await installN8n();
}, 300_000);
afterAll(server.stop);

/** A form in a workspace of its own, and a workflow with a token for it. */
export async function setUp() {
  const workspace = await createWorkspace();
  const { token } = await createToken(workspace, { scopes: [...SCOPES] });
  const form = await createForm(workspace, { name: "Contact" });
  // People paste addresses with a slash at the end, too.
  const workflow = openWorkflow(n8n(), { baseUrl: `${baseUrl}/`, apiToken: token });
  const destinations = () => listDestinations(workspace.ctx, form.id, {});
  const submit = async (fields: object) =>
    acceptedId(await postVisit(form.publicKey, { json: fields }));
  const parameters = { formId: form.id };
  return { workspace, form, workflow, destinations, submit, parameters };
}

/** A service that responds with what a test scripts. */
export const limitedService = await startScriptedService();
afterAll(limitedService.stop);

export function firstEvent(): ReceivedEvent {
  const [event] = services.received;
  if (!event) throw new Error("no event has arrived");
  return event;
}
