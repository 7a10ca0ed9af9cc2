import { byForm, db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { utcDay } from "#lib/core/dates";
import { getBrand } from "#lib/domain/brand/brand";
import { getAutoresponder } from "#lib/domain/emails/auto-reply/autoresponder";
import { listNotificationChoices } from "#lib/domain/emails/digests/choices";
import { listDestinations } from "#lib/domain/endpoints/destinations";
import { getWebhook } from "#lib/domain/endpoints/store";
import { getFields } from "#lib/domain/forms/fields/form-fields";
import { getForm, getFormOptions } from "#lib/domain/forms/forms";
import { getOptions } from "#lib/domain/forms/options/form-options";
import { getPage } from "#lib/domain/forms/page/form-page";
import { getRouting } from "#lib/domain/forms/routing/routing";
import { getSpamFilter } from "#lib/domain/forms/spam/filter";
import { listSenders } from "#lib/domain/forms/spam/protection";
import { listConnectedApps } from "#lib/domain/grants/connected-apps";
import { listRecipients } from "#lib/domain/recipients/store";
import { listSavedReplies } from "#lib/domain/replies/saved-reply";
import { listWords } from "#lib/domain/spam/learned";

import { listTokens } from "#lib/domain/tokens/tokens";
import { hasPlans } from "#lib/domain/usage/get-usage";

export type ZipEntry = {
  name: string;
  lastModified: Date;
  input: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | AsyncIterable<string>;
};

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Creates `workspace.json` of an export. */
export async function describeWorkspace(ctx: Context): Promise<ZipEntry> {
  const workspace = await db().workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
    include: {
      memberships: {
        include: {
          user: { select: { email: true, name: true, timeZone: true } },
          identity: {
            select: { issuer: true, subject: true, email: true, createdAt: true, lastUsedAt: true },
          },
        },
      },
      signInProvider: {
        select: { name: true, issuer: true, clientId: true, isRequired: true, admitsNew: true },
      },
      invitations: { orderBy: { createdAt: "asc" } },
    },
  });
  const usage = await db().usageSlot.groupBy({
    by: ["day"],
    where: { workspaceId: ctx.workspaceId },
    _sum: { accepted: true, spam: true },
    orderBy: { day: "asc" },
  });
  const senders = await listSenders(ctx);
  const input = toJson({
    id: workspace.id,
    name: workspace.name,
    plan: hasPlans() ? workspace.plan : null,
    timeZone: workspace.timeZone,
    brand: await getBrand(ctx),
    signInProvider: workspace.signInProvider,
    createdAt: workspace.createdAt.getTime(),
    members: workspace.memberships.map(({ user, role, createdAt, identity }) => ({
      email: user.email,
      name: user.name,
      timeZone: user.timeZone,
      role,
      since: createdAt.getTime(),
      identity: identity && {
        ...identity,
        createdAt: identity.createdAt.getTime(),
        lastUsedAt: identity.lastUsedAt.getTime(),
      },
    })),
    invitations: workspace.invitations.map((invitation) => ({
      email: invitation.email,
      role: invitation.role,
      createdAt: invitation.createdAt.getTime(),
      expiresAt: invitation.expiresAt.getTime(),
      acceptedAt: invitation.acceptedAt?.getTime() ?? null,
      revokedAt: invitation.revokedAt?.getTime() ?? null,
    })),
    recipients: await listRecipients(ctx),
    blockedSenders: senders.blocked,
    safeSenders: senders.safe,
    spamWords: await listWords(ctx),
    savedReplies: await listSavedReplies(ctx),
    tokens: await listTokens(ctx),
    connectedApps: await listConnectedApps(ctx),
    usage: usage.map(({ day, _sum }) => ({
      day: utcDay(day),
      accepted: _sum.accepted ?? 0,
      spam: _sum.spam ?? 0,
    })),
  });
  return { name: "workspace.json", lastModified: ctx.now, input };
}

/** Creates `forms.json` of an export: forms with all their data, except secrets. */
export async function describeForms(ctx: Context): Promise<{ entry: ZipEntry; count: number }> {
  const rows = await db().form.findMany({
    where: { workspaceId: ctx.workspaceId, deletedAt: null },
    select: { id: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const forms = [];
  for (const { id } of rows) {
    const { blockedWords, uploadTypes } = await getFormOptions(ctx, id);
    forms.push({
      ...(await getForm(ctx, id)),
      fields: await getFields(ctx, id),
      page: await getPage(ctx, id),
      blockedWords,
      uploadTypes,
      options: await getOptions(ctx, id),
      spamFilter: await getSpamFilter(ctx, id),
      notify: await listNotificationChoices(ctx, id),
      routing: await getRouting(ctx, id),
      autoresponder: await getAutoresponder(ctx, id),
      webhook: await getWebhook(ctx, id),
      destinations: await listDestinations(ctx, id),
    });
  }
  return {
    entry: { name: "forms.json", lastModified: ctx.now, input: toJson(forms) },
    count: forms.length,
  };
}

/**
 * Reads the logos, the brand's and those of the forms' pages, each as a file named after its form.
 */
export async function* readLogos(ctx: Context): AsyncGenerator<ZipEntry> {
  const { workspaceId } = ctx;
  const own = await db().workspaceLogo.findUnique({ where: { workspaceId } });
  if (own) yield toEntry("workspace", own);
  const where = { workspaceId, form: { deletedAt: null } };
  const logos = await db().formLogo.findMany({ where, select: { formId: true } });
  for (const { formId } of logos) {
    const logo = await db().formLogo.findUnique({ where: byForm(ctx, formId) });
    if (logo) yield toEntry(formId, logo);
  }
}

type Logo = { contentType: string; updatedAt: Date; bytes: Uint8Array<ArrayBuffer> };

function toEntry(
  name: string,
  { contentType, updatedAt: lastModified, bytes: input }: Logo,
): ZipEntry {
  return { name: `logos/${name}.${contentType.replace("image/", "")}`, lastModified, input };
}
