import { exportWorkspace } from "#lib/accounts/export-workspace";
import { utcDay } from "#lib/core/moment";
import { downloadResponse } from "#lib/http/attachment-response";
import { type AccountEndpoint, defineAccountEndpoint } from "#lib/http/endpoint";
import { exportPerson } from "#lib/submissions/export-person";
import { PersonInput } from "#lib/submissions/inbox-schema";

/** Data exports, only for signed-in members. */
export const accountDataEndpoints: readonly AccountEndpoint[] = [
  defineAccountEndpoint({
    method: "GET",
    path: "/api/account/workspace-export",
    access: "session",
    run: async ({ ctx }) => {
      const name = `workspace-${utcDay(ctx.now)}.zip`;
      return downloadResponse(name, "application/zip", await exportWorkspace(ctx));
    },
  }),
  defineAccountEndpoint({
    method: "POST",
    path: "/api/account/person-export",
    access: "session",
    body: PersonInput,
    run: async ({ ctx }, { body }) =>
      downloadResponse("person.json", "application/json", await exportPerson(ctx, body)),
  }),
];
