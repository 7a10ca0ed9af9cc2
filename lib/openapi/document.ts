import { settings } from "#lib/core/settings";
import { endpoints } from "#lib/http/contracts/index";
import { ErrorEnvelope } from "#lib/http/respond";
import type { OpenApiDocument, PathItem } from "#lib/openapi/document-shape";
import { errorComponents } from "#lib/openapi/error-responses";
import { EVENT_SCHEMAS, eventOperations } from "#lib/openapi/event-operations";
import { headerComponents } from "#lib/openapi/headers";
import { INTAKE_PATH, INTAKE_TAG, intakeOperation } from "#lib/openapi/intake-operation";
import {
  AcceptedSubmission,
  SubmissionForm,
  SubmissionJson,
  SubmissionMultipart,
} from "#lib/openapi/intake-shapes";
import { describeOperation } from "#lib/openapi/operation";
import { OVERVIEW, TAG_DESCRIPTIONS } from "#lib/openapi/overview";
import { describeSchemas } from "#lib/openapi/schemas";

const SECURITY = [{ bearerAuth: [] }];

const BEARER = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "fis_stg_…",
  description: "An API token for one workspace. Each operation lists the scope it requires.",
};

function describePaths(
  toSchema: ReturnType<typeof describeSchemas>["toSchema"],
  uploadLimitMb: number,
) {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as keyof PathItem;
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [method]: describeOperation(endpoint, toSchema),
    };
  }
  paths[INTAKE_PATH] = { post: intakeOperation(uploadLimitMb) };
  return paths;
}

/**
 * Builds the OpenAPI document from the schemas and codes that the pipeline uses.
 *
 * @param baseUrl - the service's origin
 * @param uploadLimitMb - how large a submission with files can be, in MiB
 */
export function openApiDocument(
  baseUrl: string,
  uploadLimitMb = settings().uploadLimitMb,
): OpenApiDocument {
  const { toSchema, components } = describeSchemas([
    ...endpoints.flatMap(({ body, responses }) => [
      ...(body ? [body] : []),
      ...Object.values(responses).flatMap(({ schema }) => (schema ? [schema] : [])),
    ]),
    ErrorEnvelope,
    SubmissionJson,
    SubmissionForm,
    SubmissionMultipart,
    AcceptedSubmission,
    ...EVENT_SCHEMAS,
  ]);
  const tags = [...new Set(endpoints.map(({ tag }) => tag)), INTAKE_TAG];
  return {
    openapi: "3.1.1",
    info: {
      title: "Form Intake: Management API",
      version: "1.0.0-preview",
      summary: "Manage a workspace's forms, submissions, recipients, routing, and webhooks.",
      description: OVERVIEW,
      contact: { name: "Form Intake", url: `${baseUrl}/docs` },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "Staging, currently the only environment." }],
    security: SECURITY,
    tags: tags.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? name })),
    paths: describePaths(toSchema, uploadLimitMb),
    webhooks: eventOperations(toSchema),
    components: {
      securitySchemes: { bearerAuth: BEARER },
      headers: headerComponents,
      responses: errorComponents(),
      schemas: components,
    },
  };
}
