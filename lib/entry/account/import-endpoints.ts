import { addImportPart } from "#lib/domain/imports/import-file";
import { createImport, getImport } from "#lib/domain/imports/imports";
import { previewImport } from "#lib/domain/imports/preview-import";
import {
  AddImportPartInput,
  CreateImportInput,
  PreviewImportInput,
  StartImportInput,
} from "#lib/domain/imports/schema";
import { MAX_PART_BODY_BYTES, MAX_SETTINGS_BODY_BYTES } from "#lib/domain/imports/sources";
import { cancelImport, startImport, undoImport } from "#lib/domain/imports/start-import";
import { jsonResponse } from "#lib/entry/http/respond";
import { defineAccountEndpoint } from "#lib/entry/management/endpoint";

/** Endpoints of the page that imports messages: the API's, but with the session. */
export const accountImportEndpoints = [
  defineAccountEndpoint("POST /api/account/imports", {
    body: CreateImportInput,
    run: async ({ ctx }, { body }) => jsonResponse(201, { data: await createImport(ctx, body) }),
  }),
  defineAccountEndpoint("GET /api/account/imports/{importId}", {
    data: ({ ctx }, { params }) => getImport(ctx, params.importId),
  }),
  defineAccountEndpoint("POST /api/account/imports/{importId}/parts", {
    body: AddImportPartInput,
    maxBodyBytes: MAX_PART_BODY_BYTES,
    data: ({ ctx }, { params, body }) => addImportPart(ctx, params.importId, body),
  }),
  defineAccountEndpoint("POST /api/account/imports/{importId}/preview", {
    body: PreviewImportInput.required(),
    maxBodyBytes: MAX_SETTINGS_BODY_BYTES,
    data: ({ ctx }, { params, body }) => previewImport(ctx, params.importId, body),
  }),
  defineAccountEndpoint("POST /api/account/imports/{importId}/start", {
    body: StartImportInput.required({ settings: true }),
    maxBodyBytes: MAX_SETTINGS_BODY_BYTES,
    data: ({ ctx }, { params, body }) => startImport(ctx, params.importId, body),
  }),
  defineAccountEndpoint("POST /api/account/imports/{importId}/cancel", {
    data: ({ ctx }, { params }) => cancelImport(ctx, params.importId),
  }),
  defineAccountEndpoint("POST /api/account/imports/{importId}/undo", {
    data: ({ ctx }, { params }) => undoImport(ctx, params.importId),
  }),
];
