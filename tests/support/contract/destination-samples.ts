import type { Sample } from "#tests/support/contract/sample";
import { createDestinationDelivery } from "#tests/support/factories/destination-factories";
import { createForm, type Workspace } from "#tests/support/factories/factories";

/** A form with a destination whose only delivery failed in the past. */
async function withDestination(workspace: Workspace) {
  const { form, destination, deliveryId } = await createDestinationDelivery(workspace);
  return { params: { formId: form.id, destinationId: destination.id }, deliveryId };
}

const conditions = {
  match: "any",
  rules: [{ field: "topic", operator: "equals", value: "sales" }],
};
const changes = {
  url: "https://hooks.example.com/other",
  name: "CRM",
  enabled: true,
  events: ["submission.created", "submission.deleted"],
  conditions,
  content: "link",
};

/** Samples of the endpoints about destinations, by operation ID. */
export const DESTINATION_SAMPLES: Record<string, (workspace: Workspace) => Promise<Sample>> = {
  listDestinations: async (workspace) => {
    const { formId } = (await withDestination(workspace)).params;
    const query = { kind: "webhook", source: "Zapier", url: changes.url };
    return { status: 200, params: { formId }, query };
  },
  createDestination: async (workspace) => ({
    status: 201,
    params: { formId: (await createForm(workspace)).id },
    body: { kind: "webhook", ...changes, source: "Zapier" },
  }),
  getDestination: async (workspace) => {
    const { params } = await withDestination(workspace);
    return { status: 200, params };
  },
  updateDestination: async (workspace) => {
    const { params } = await withDestination(workspace);
    return { status: 200, params, body: changes };
  },
  deleteDestination: async (workspace) => {
    const { params } = await withDestination(workspace);
    return { status: 204, params };
  },
  testDestination: async (workspace) => {
    const { params } = await withDestination(workspace);
    return { status: 202, params };
  },
  rotateDestinationSecret: async (workspace) => {
    const { params } = await withDestination(workspace);
    return { status: 200, params, body: { overlapHours: 24 } };
  },
  getSampleEvents: async (workspace) => ({
    status: 200,
    params: { formId: (await createForm(workspace)).id },
  }),
  listDestinationDeliveries: async (workspace) => {
    const { params } = await withDestination(workspace);
    return { status: 200, params, query: { limit: "10", status: "failed" } };
  },
  getDestinationDelivery: async (workspace) => {
    const { params, deliveryId } = await withDestination(workspace);
    return { status: 200, params: { ...params, deliveryId } };
  },
  retryDestinationDelivery: async (workspace) => {
    const { params, deliveryId } = await withDestination(workspace);
    return { status: 200, params: { ...params, deliveryId } };
  },
  replayDestination: async (workspace) => {
    const { params } = await withDestination(workspace);
    const to = Date.now() + 1_000;
    return { status: 202, params, body: { from: to - 3_600_000, to, status: "undelivered" } };
  },
};
