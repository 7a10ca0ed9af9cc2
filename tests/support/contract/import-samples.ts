import type { MakeSample } from "#tests/support/contract/sample";
import { createForm, type Workspace } from "#tests/support/factories/factories";
import { csvOf, importFile, uploadFile } from "#tests/support/factories/import-factories";

const newForm = (workspace: Workspace) => createForm(workspace);

/** A request about an import whose file is uploaded. */
const onUpload =
  (body?: Record<string, unknown>): MakeSample =>
  async (workspace) => {
    const { id } = await uploadFile(workspace.ctx, (await newForm(workspace)).id, csvOf(2));
    return { params: { importId: id }, ...(body ? { body } : {}) };
  };

const SETTINGS = {
  source: "other",
  encoding: "utf-8",
  delimiter: ",",
  dateFormat: "ymd",
  timeZone: "Europe/Berlin",
  listSeparator: ", ",
  columns: [{ column: "name", use: "field", name: "sender", isList: false }],
};

export const IMPORT_SAMPLES: Record<string, MakeSample> = {
  listImports: async (workspace) => ({
    query: { limit: "10", formId: (await newForm(workspace)).id },
  }),
  createImport: async (workspace) => ({
    body: { formId: (await newForm(workspace)).id, filename: "messages.csv" },
  }),
  getImport: onUpload(),
  addImportPart: async (workspace) => {
    const { id } = await uploadFile(workspace.ctx, (await newForm(workspace)).id, "");
    return { params: { importId: id }, body: { number: 0, data: "ZGF0ZQo=" } };
  },
  previewImport: onUpload({ settings: SETTINGS }),
  startImport: onUpload({ settings: SETTINGS, dryRun: false }),
  cancelImport: onUpload(),
  undoImport: async (workspace) => {
    const { id } = await importFile(workspace.ctx, (await newForm(workspace)).id, csvOf(2));
    return { params: { importId: id } };
  },
};
