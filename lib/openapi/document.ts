import { DEFAULT_UPLOAD_LIMIT_MB, MAX_UPLOAD_FILES } from "#lib/core/setting-shapes";
import { endpoints } from "#lib/http/contracts/index";
import { ErrorEnvelope } from "#lib/http/respond";
import type { OpenApiDocument, PathItem } from "#lib/openapi/document-shape";
import { errorComponents } from "#lib/openapi/error-responses";
import { EVENT_SCHEMAS, eventOperations } from "#lib/openapi/event-operations";
import { headerComponents } from "#lib/openapi/headers";
import {
  INTAKE_PATH,
  INTAKE_TAG,
  intakeOperation,
  type UploadLimits,
} from "#lib/openapi/intake-operation";
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

const DEFAULT_LIMITS: UploadLimits = {
  uploadLimitMb: DEFAULT_UPLOAD_LIMIT_MB,
  uploadFiles: MAX_UPLOAD_FILES,
};

function describePaths(
  toSchema: ReturnType<typeof describeSchemas>["toSchema"],
  limits: UploadLimits,
) {
  const paths: Record<string, PathItem> = {};
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as keyof PathItem;
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [method]: describeOperation(endpoint, toSchema),
    };
  }
  paths[INTAKE_PATH] = { post: intakeOperation(limits) };
  return paths;
}

/**
 * Builds the OpenAPI document from the schemas and codes that the pipeline uses.
 *
 * @param baseUrl - the service's origin
 * @param limits - of files, by the operator
 */
export function openApiDocument(
  baseUrl: string,
  limits: UploadLimits = DEFAULT_LIMITS,
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
    paths: describePaths(toSchema, limits),
    webhooks: eventOperations(toSchema),
    components: {
      securitySchemes: { bearerAuth: BEARER },
      headers: headerComponents,
      responses: errorComponents(),
      schemas: components,
    },
  };
}
