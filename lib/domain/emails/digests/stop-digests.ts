import { parse, stringify } from "uuid";
import { type Db, db, transaction } from "#lib/adapters/db/database";
import { installationKey } from "#lib/adapters/db/installation-key";
import { type Caller, mintContext } from "#lib/core/context";
import { ID_BYTES } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";
import { recordAudit } from "#lib/domain/audit/record-audit";

/** Identifies the digests of a member up to a moment. */
type Digests = { workspaceId: string; userId: string; until: Date };

const PURPOSE = "stop-digests";
const TIME_BYTES = 8;

/**
 * Makes the URL of the page where a member ends their digests without signing in. It only ends choices made before
 * its digest, so that an old link doesn't unsubscribe someone who subscribed again later.
 *
 * @param key - the installation's
 */
export function stopDigestsUrl(key: Buffer, { workspaceId, userId, until }: Digests): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(until.getTime()));
  const token = makeSignedToken(key, PURPOSE, [parse(workspaceId), parse(userId), time]);
  return `${settings().baseUrl}/stop-digests?token=${token}`;
}

function readToken(key: Buffer, token: string): Digests | null {
  const payload = readSignedToken(key, PURPOSE, token, 2 * ID_BYTES + TIME_BYTES);
  return (
    payload && {
      workspaceId: stringify(payload),
      userId: stringify(payload, ID_BYTES),
      until: new Date(Number(payload.readBigUInt64BE(2 * ID_BYTES))),
    }
  );
}

export type StopState = { kind: "invalid" | "stopped" } | { kind: "open"; workspaceName: string };

const toStop = ({ workspaceId, userId, until }: Digests) => ({
  workspaceId,
  userId,
  frequency: { in: ["hourly", "daily"] },
  chosenAt: { lte: until },
});

/** Looks up a link without changing anything: email scanners follow links. */
export async function findStopLink(token: string): Promise<StopState> {
  const digests = readToken(await installationKey(), token);
  return digests ? readState(db(), digests) : { kind: "invalid" };
}

async function readState(tx: Db, digests: Digests): Promise<StopState> {
  const choice = await tx.notificationChoice.findFirst({
    where: toStop(digests),
    select: { membership: { select: { workspace: { select: { name: true } } } } },
  });
  if (!choice) return { kind: "stopped" };
  return { kind: "open", workspaceName: choice.membership.workspace.name };
}

/**
 * Ends the digests of a link, for all forms of the workspace. The link is the proof, so no one has to sign in.
 *
 * @returns the state before: `open` means that they're ended now
 */
export async function stopDigests(token: string, caller: Caller): Promise<StopState> {
  const digests = readToken(await installationKey(), token);
  if (!digests) return { kind: "invalid" };
  const { workspaceId, userId: id } = digests;
  return transaction(async (tx) => {
    const state = await readState(tx, digests);
    if (state.kind !== "open") return state;
    const data = { frequency: "never", hour: null, nextAt: null, chosenAt: caller.now };
    const { count } = await tx.notificationChoice.updateMany({ where: toStop(digests), data });
    if (count === 0) return { kind: "stopped" };
    const ctx = mintContext(workspaceId, { kind: "visitor" }, caller.now, caller);
    const { email: name } = await tx.user.findUniqueOrThrow({ where: { id } });
    const details = { forms: count };
    await recordAudit(tx, ctx, {
      action: "member.digests_stopped",
      subject: { id, name },
      details,
    });
    return state;
  });
}
