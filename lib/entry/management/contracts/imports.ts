import { DAY_MS } from "#lib/core/durations";
import { addImportPart } from "#lib/domain/imports/import-file";
import { createImport, getImport, listImports } from "#lib/domain/imports/imports";
import { previewImport } from "#lib/domain/imports/preview-import";
import {
  AddImportPartInput,
  CreateImportInput,
  Import,
  ImportPreview,
  type ImportSettings,
  ListImportsQuery,
  PreviewImportInput,
  StartImportInput,
} from "#lib/domain/imports/schema";
import { MAX_PART_BODY_BYTES, MAX_SETTINGS_BODY_BYTES } from "#lib/domain/imports/sources";
import { cancelImport, startImport, undoImport } from "#lib/domain/imports/start-import";
import { IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import {
  dataResponse,
  defineEndpoint,
  pageResponse,
  withTag,
} from "#lib/entry/management/endpoint";

const settings: ImportSettings = {
  format: "csv",
  source: "formspree",
  encoding: "utf-8",
  delimiter: ",",
  dateFormat: "ymd",
  timeZone: "UTC",
  listSeparator: ", ",
  columns: [
    { column: "_date", use: "date", name: "_date", isList: false },
    { column: "email", use: "field", name: "email", isList: false },
  ],
};

const uploading: Import = {
  id: IDS.import,
  formId: IDS.form,
  filename: "contact.csv",
  sizeBytes: 0,
  parts: 0,
  status: "uploading",
  settings: null,
  rows: 0,
  totalRows: null,
  imported: 0,
  spam: 0,
  duplicates: 0,
  expired: 0,
  skipped: 0,
  undone: 0,
  kept: 0,
  problemCount: 0,
  problems: [],
  failure: null,
  createdAt: TIMES.created,
  startedAt: null,
  endedAt: null,
  undoUntil: null,
};
const uploaded: Import = { ...uploading, sizeBytes: 48_210, parts: 1 };
const started: Import = {
  ...uploaded,
  status: "importing",
  settings,
  startedAt: TIMES.attempted,
};
const problem = {
  row: 17,
  column: "_date",
  message: "This date can't be read. Check the date format.",
  skipped: true,
};
const completed: Import = {
  ...started,
  status: "completed",
  rows: 812,
  totalRows: 812,
  imported: 811,
  spam: 24,
  skipped: 1,
  problemCount: 1,
  problems: [problem],
  endedAt: TIMES.attempted,
  undoUntil: TIMES.attempted + 7 * DAY_MS,
};

const preview: ImportPreview = {
  settings,
  samples: [
    { column: "_date", values: ["2026-03-02T09:15:30.120000"] },
    { column: "email", values: ["ada@birch.example"] },
  ],
  dates: [{ text: "2026-03-02T09:15:30.120000", at: 1_772_442_930_120 }],
  isDateAmbiguous: false,
  hasTimeZones: true,
  rows: [
    {
      row: 1,
      receivedAt: 1_772_442_930_120,
      folder: "archive",
      name: null,
      email: "ada@birch.example",
      fields: { email: "ada@birch.example" },
      problems: [],
    },
  ],
  retentionDays: 90,
};

const scope = "submissions:import";

export const importEndpoints = withTag({ tag: "Imports" }, [
  defineEndpoint("GET /v1/imports", {
    operationId: "listImports",
    summary: "List imports",
    description:
      "Returns the imports of the last 90 days, newest first. Older records are deleted, and their messages stay.",
    scope,
    query: ListImportsQuery,
    responses: { 200: pageResponse("A page of imports.", Import, completed) },
    run: (ctx, { query }) => listImports(ctx, query),
  }),
  defineEndpoint("POST /v1/imports", {
    operationId: "createImport",
    summary: "Create an import",
    description:
      "Begins an import of messages into a form. Upload the file in parts, look at the preview, then start it. A workspace can have 20 imports in 24 hours.",
    scope,
    body: CreateImportInput,
    example: { body: { formId: IDS.form, filename: "contact.csv" } },
    status: 201,
    responses: { 201: dataResponse("The import, without a file.", Import, uploading) },
    errors: ["not_found", "import_limit_reached"],
    data: (ctx, { body }) => createImport(ctx, body),
  }),
  defineEndpoint("GET /v1/imports/{importId}", {
    operationId: "getImport",
    summary: "Get an import",
    description:
      "Returns an import with its progress. While it's running, ask about once a second.",
    scope,
    responses: { 200: dataResponse("The import.", Import, completed) },
    data: (ctx, { params }) => getImport(ctx, params.importId),
  }),
  defineEndpoint("POST /v1/imports/{importId}/parts", {
    operationId: "addImportPart",
    summary: "Upload a part of the file",
    description:
      "Adds the next part of the file: at most 3 MiB as base64, so a body of up to 4 MiB. A file can have at most 200 MB in total, or less if the operator sets a lower limit. Repeating a part changes nothing. A file that isn't imported within 24 hours is deleted.",
    scope,
    body: AddImportPartInput,
    maxBodyBytes: MAX_PART_BODY_BYTES,
    example: { body: { number: 0, data: "bmFtZSxlbWFpbAo=" } },
    responses: { 200: dataResponse("The import with the part.", Import, uploaded) },
    errors: ["import_conflict", "import_too_large", "storage_unavailable"],
    data: (ctx, { params, body }) => addImportPart(ctx, params.importId, body),
  }),
  defineEndpoint("POST /v1/imports/{importId}/preview", {
    operationId: "previewImport",
    summary: "Preview an import",
    description:
      "Guesses how to read the file, and returns its first 20 messages as they'd be imported. Send what the guesses got wrong, and preview again. Stores nothing.",
    scope,
    body: PreviewImportInput,
    isBodyOptional: true,
    maxBodyBytes: MAX_SETTINGS_BODY_BYTES,
    example: { body: { settings: { timeZone: "Europe/Berlin" } } },
    responses: { 200: dataResponse("How the file would be read.", ImportPreview, preview) },
    errors: ["import_conflict", "import_unreadable", "storage_unavailable"],
    data: (ctx, { params, body }) => previewImport(ctx, params.importId, body),
  }),
  defineEndpoint("POST /v1/imports/{importId}/start", {
    operationId: "startImport",
    summary: "Start an import",
    description:
      "Imports the messages in the background: read, into the archive or spam, with the time they were received. No one is notified, nothing is judged, and they don't count toward usage. What's already here isn't imported again. With `dryRun`, the whole file is read and nothing is stored: then the import is `ready`, with its counts and problems. One import of a workspace runs at a time.",
    scope,
    body: StartImportInput,
    isBodyOptional: true,
    maxBodyBytes: MAX_SETTINGS_BODY_BYTES,
    example: { body: { settings: { timeZone: "Europe/Berlin" }, dryRun: false } },
    status: 202,
    responses: { 202: dataResponse("The import, which runs now.", Import, started) },
    errors: ["import_conflict", "import_unreadable", "storage_unavailable"],
    data: (ctx, { params, body }) => startImport(ctx, params.importId, body),
  }),
  defineEndpoint("POST /v1/imports/{importId}/cancel", {
    operationId: "cancelImport",
    summary: "Cancel an import",
    description: "Ends an import. Messages that are already imported stay, and can be undone.",
    scope,
    responses: {
      200: dataResponse("The canceled import.", Import, {
        ...uploaded,
        status: "canceled",
        endedAt: TIMES.attempted,
      }),
    },
    errors: ["import_conflict"],
    data: (ctx, { params }) => cancelImport(ctx, params.importId),
  }),
  defineEndpoint("POST /v1/imports/{importId}/undo", {
    operationId: "undoImport",
    summary: "Undo an import",
    description:
      "Permanently deletes the messages that an import has brought, within 7 days of its end. Those that someone has moved, marked, or replied to since are kept.",
    scope,
    status: 202,
    responses: {
      202: dataResponse("The import, which is being undone.", Import, {
        ...completed,
        status: "undoing",
        undoUntil: null,
      }),
    },
    errors: ["import_conflict"],
    data: (ctx, { params }) => undoImport(ctx, params.importId),
  }),
]);
