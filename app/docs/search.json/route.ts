import { searchRows } from "#lib/entry/docs/navigation";

export const dynamic = "force-dynamic";

let rows: ReturnType<typeof searchRows> | undefined;

export function GET(): Response {
  rows ??= searchRows();
  return Response.json(rows);
}
