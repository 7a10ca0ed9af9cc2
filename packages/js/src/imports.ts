import { type CallOptions, type Connected, eachItem, type Query } from "./call.js";
import type { Import } from "./generated/api-types.js";

type ImportsQuery = Query<"/v1/imports">;

/** Imports of messages from files. */
export function importResources({ operation, operationWith }: Connected) {
  const listImports = operationWith("GET", "/v1/imports");
  return {
    imports: {
      /** One page of imports, the newest first. */
      list: listImports,
      /** All imports of the last 90 days, page by page. */
      all: (query: ImportsQuery = {}, options: CallOptions = {}): AsyncGenerator<Import, void> =>
        eachItem((page: ImportsQuery) => listImports(page, options), { limit: 50, ...query }),
      /** Begins an import into a form. Its file follows in parts. */
      create: operationWith("POST", "/v1/imports"),
      get: operation("GET", "/v1/imports/{importId}"),
      /** Uploads the next part: at most 3 MiB as base64. Repeating a part changes nothing. */
      addPart: operationWith("POST", "/v1/imports/{importId}/parts"),
      /** How the file would be read, by its first 20 messages. Stores nothing. */
      preview: operationWith("POST", "/v1/imports/{importId}/preview"),
      /** Starts it, or with `dryRun` reads the whole file and stores nothing. Then ask for its progress with `get`. */
      start: operationWith("POST", "/v1/imports/{importId}/start"),
      /** Ends it. What is already imported stays. */
      cancel: operation("POST", "/v1/imports/{importId}/cancel"),
      /** Deletes what it has brought and no one has changed, within 7 days. */
      undo: operation("POST", "/v1/imports/{importId}/undo"),
    },
  };
}
