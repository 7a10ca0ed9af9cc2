import { getOnboarding } from "#lib/accounts/get-onboarding";
import { getFormOptions } from "#lib/forms/forms";
import { diagnoseForm } from "#lib/intake/diagnose-form";
import { getObservation, listRejections } from "#lib/intake/rejections";
import { previewForm } from "#lib/intake-http/preview-form";
import { listInvitations } from "#lib/members/list-members";
import { listRecipientUses } from "#lib/notifications/recipient-places";
import { listBlockedSenders } from "#lib/spam/protection";
import { BrowseFormsQuery, browseForms } from "#lib/submissions/browse-forms";
import { countFormDays, listFormActivity } from "#lib/submissions/count-submissions";
import { listDataRequests } from "#lib/submissions/data-requests";
import { getDeliveryOverview } from "#lib/submissions/delivery-overview";
import { countFailed, findFailingForms, listFailed } from "#lib/submissions/failed-deliveries";
import {
  listFieldNames,
  readNewestFields,
  readRecentContents,
} from "#lib/submissions/recent-contents";
import { listTokens } from "#lib/tokens/tokens";
import { countDeliveries, listDeliveryLog } from "#lib/webhooks/list-deliveries";
import { type ActionRow, actions, actionsById } from "#tests/support/contract/role-world";

const DRAFT = { part: "form", scheme: "light", edited: null } as const;

/** Reads of pages. */
export const PAGE_READS: Readonly<Record<string, ActionRow>> = {
  ...actions("members", null, {
    getOnboarding: ({ ctx }) => getOnboarding(ctx()),
    getObservation: ({ ctx, form }) => getObservation(ctx(), form.id),
    listRecipientUses: ({ ctx }) => listRecipientUses(ctx()),
    listBlockedSenders: ({ ctx }) => listBlockedSenders(ctx()),
    browseForms: ({ ctx }) => browseForms(ctx(), BrowseFormsQuery.parse({})),
    countFormDays: ({ ctx, form }) => countFormDays(ctx(), form.id),
    listFormActivity: ({ ctx, form }) => listFormActivity(ctx(), [form.id]),
    listDataRequests: ({ ctx }) => listDataRequests(ctx(), { limit: 10 }),
    getDeliveryOverview: ({ ctx }) => getDeliveryOverview(ctx()),
    countFailed: ({ ctx, form }) => countFailed(ctx(), { formId: form.id }),
    findFailingForms: ({ ctx }) => findFailingForms(ctx()),
    listFailed: ({ ctx, form }) => listFailed(ctx(), { formId: form.id }),
    listFieldNames: ({ ctx, form }) => listFieldNames(ctx(), form.id),
    readRecentContents: ({ ctx, form }) => readRecentContents(ctx(), form.id),
    readNewestFields: ({ ctx, form }) => readNewestFields(ctx(), form.id),
    countDeliveries: ({ ctx, form }) => countDeliveries(ctx(), form.id),
  }),
  ...actionsById(null, {
    getFormOptions: ({ ctx, form }) => getFormOptions(ctx(), form.id),
    diagnoseForm: ({ ctx, form }) => diagnoseForm(ctx(), form.id),
    listRejections: ({ ctx, form }) => listRejections(ctx(), form.id, { limit: 10 }),
    previewForm: ({ ctx, form }) => previewForm(ctx(), form.id, DRAFT, null),
    listDeliveryLog: ({ ctx, form }) => listDeliveryLog(ctx(), form.id, { limit: 10 }),
  }),
  ...actions("owners", null, {
    listTokens: ({ ctx }) => listTokens(ctx()),
    listInvitations: ({ ctx }) => listInvitations(ctx()),
  }),
};
