import type { z } from "zod";

/** A JSON Schema, draft 2020-12, as in OpenAPI 3.1. */
export type Schema = z.core.JSONSchema.BaseSchema;

export type Reference = { $ref: string };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
};

export type Header = { description: string; required?: boolean; schema: Schema };

export type NamedExample = { summary?: string; value: unknown };

export type MediaType = {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, NamedExample>;
};

export type Content = Record<string, MediaType>;

export type ResponseObject = {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Content;
};

export type RequestBody = { description?: string; required: boolean; content: Content };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  "x-required-scope"?: string;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject | Reference>;
};

export type PathItem = Partial<Record<"get" | "post" | "patch" | "delete", Operation>>;
