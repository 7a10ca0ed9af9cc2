import { expect, test } from "vitest";
import { METHODS } from "#lib/http/methods";
import { securityTxtRoute } from "#lib/http/security-txt";
import { ErrorBody } from "#tests/support/check-answer";

test("without a contact there is no security.txt", async () => {
  for (const method of METHODS) {
    const answer = await securityTxtRoute[method](new Request("http://localhost:3000", { method }));
    expect(answer.status).toBe(404);
    expect(ErrorBody.parse(await answer.json()).error.code).toBe("not_found");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});
