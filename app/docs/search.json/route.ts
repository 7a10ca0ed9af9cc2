import { searchRows } from "#lib/docs/navigation";

export const dynamic = "force-dynamic";

let rows: ReturnType<typeof searchRows> | undefined;

/** The index that search in the documentation loads. */
export function GET(): Response {
  rows ??= searchRows();
  return Response.json(rows);
}
