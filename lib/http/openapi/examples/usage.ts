import type { OperationExample } from "#lib/http/openapi/examples/example";
import type { Usage } from "#lib/usage/schema";

const usage: Usage = {
  month: "2026-11",
  periodStart: Date.UTC(2026, 10, 1),
  periodEnd: Date.UTC(2026, 11, 1),
  accepted: 212,
  spam: 31,
  allowance: 1_000,
  folders: { inbox: 148, archive: 64, spam: 31 },
  storageBytes: 5_242_880,
};

export const usageExamples = {
  getUsage: { responses: { 200: { data: usage } } },
} satisfies Record<string, OperationExample>;
