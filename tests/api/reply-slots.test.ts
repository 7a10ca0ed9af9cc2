import type { PoolClient } from "pg";
import { describe, expect, it } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import type { FieldPairs } from "#lib/core/fields/fields";
import { newId } from "#lib/core/ids";
import { hashReplyAddress } from "#lib/domain/emails/auto-reply/opt-out";
import { VISITOR_LIMITS } from "#lib/domain/emails/auto-reply/plan-reply";
import { acceptQuery } from "#lib/domain/intake/accept-statement";
import { draftSubmission } from "#lib/domain/intake/draft-submission";
import { findOpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { replyWords } from "#lib/entry/visitor-pages/words/page-texts";
import { postVisit } from "#tests/support/contract/intake";
import { holdLocks } from "#tests/support/drills/lock-waits";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createAutoReplyForm, passedChallenge } from "#tests/support/factories/reply-factories";
import { START } from "#tests/support/twins/test-clock";

/** Waits until a connection is blocked on an advisory lock and returns the locks it holds. */
async function untilItWaits(observer: PoolClient, pid: number): Promise<unknown[]> {
  for (;;) {
    const { rows } = await observer.query<{ granted: boolean }>(
      `SELECT objid, granted FROM pg_locks
      WHERE pid = $1 AND locktype = 'advisory' AND objsubid = 1`,
      [pid],
    );
    if (rows.some(({ granted }) => !granted)) return rows.filter(({ granted }) => granted);
  }
}

describe("an auto-reply slot that two processes request concurrently", () => {
  async function twoTakers(end: "COMMIT" | "ROLLBACK") {
    const workspace = await createWorkspace();
    const formId = newId();
    const address = hashReplyAddress(await installationKey(), workspace.id, "ada@example.com");
    const take = async (client: PoolClient) => {
      const { rows } = await client.query<{ taken: string | null }>(
        `SELECT take_visitor_slot($1, $2, $3, 'mailbox', $4, 'reply', ${VISITOR_LIMITS}) AS taken`,
        [workspace.id, formId, address, START],
      );
      return rows[0]?.taken;
    };
    const [first, second] = [await pool().connect(), await pool().connect()];
    await first.query("BEGIN");
    const taken = await take(first);
    const { rows } = await second.query("SELECT pg_backend_pid() AS pid");
    const waiting = take(second);
    await untilItWaits(first, rows[0].pid);
    await first.query(end);
    const takenSecond = await waiting;
    first.release();
    second.release();
    return [taken, takenSecond];
  }

  it("goes to the first when its transaction commits", async () => {
    expect(await twoTakers("COMMIT")).toEqual([null, "rate_limited"]);
  });

  it("goes to the second when the first rolls back", async () => {
    expect(await twoTakers("ROLLBACK")).toEqual([null, null]);
  });
});

describe("auto-reply queries", () => {
  /** Connections acquired while `work` runs: each is one round trip or one transaction. */
  async function roundTrips(work: () => Promise<unknown>): Promise<number> {
    let count = 0;
    const note = () => {
      count += 1;
    };
    pool().on("acquire", note);
    await work();
    pool().off("acquire", note);
    return count;
  }

  const fields = { email: "ada@example.com", message: "x", _service_autoreply: "true" };

  it("run as one statement for a form without an auto-reply", async () => {
    const form = await createForm(await createWorkspace());
    const post = () => postVisit(form.publicKey, { json: fields });
    await post();
    expect(await roundTrips(post)).toBe(1);
  });

  it("take no additional round trip when an auto-reply is queued", async () => {
    const { form } = await createAutoReplyForm();
    const post = (consent: string) => {
      const asked = { ...fields, _service_autoreply: consent };
      const json = { ...asked, "cf-turnstile-response": passedChallenge() };
      return postVisit(form.publicKey, { json });
    };
    await post("no");
    expect(await roundTrips(() => post("true"))).toBe(await roundTrips(() => post("no")));
  });

  it("lock workspaces and mailboxes in one order to prevent deadlocks", async () => {
    const forms = await Promise.all([1, 2].map(() => createAutoReplyForm()));
    const ids = forms.map(({ workspace }) => workspace.id).toSorted();
    const draft = async (workspaceId = "", ord = 0) => {
      const answering = forms.find(({ workspace }) => workspace.id === workspaceId);
      const form = await findOpenForm(answering?.form.publicKey ?? "");
      if (!form) throw new Error("the form is gone");
      const visit = {
        unusedFields: [],
        spam: null,
        judged: null,
        sender: { name: null, email: "a@example.com" },
        replyWords: replyWords({ language: "en" }, null),
        isChallengePassed: true,
        ownChallenge: null,
        hasSignals: false,
      };
      const content = { fields: [["email", "a@example.com"]] as FieldPairs, files: [] };
      const ctx = visitorContext(form, START);
      return {
        ord,
        ...(await draftSubmission(ctx, form, { ...visit, ...content, repeatKey: null })),
      };
    };
    const drafts = [await draft(ids[1], 0), await draft(ids[0], 1)];
    const accepting = await pool().connect();
    const { rows } = await accepting.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const [first, ...others] = drafts;
    if (!first) throw new Error("no drafts");
    const names = [...ids.map((id) => `replies:${id}`), `visitor-emails:${first.reply_mailbox}`];
    const holder = await holdLocks(
      "SELECT pg_advisory_xact_lock(min(hashtextextended(name, 0))) FROM unnest($1::text[]) AS name",
      [names],
    );
    const acceptance = accepting.query(acceptQuery([first, ...others], 0));
    expect(await untilItWaits(holder, rows[0]?.pid ?? 0)).toEqual([]);
    await holder.query("COMMIT");
    expect((await acceptance).rows).toMatchObject([{ outcome: "stored" }, { outcome: "stored" }]);
    accepting.release();
  });
});
