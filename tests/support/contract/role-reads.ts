import { getOnboarding } from "#lib/domain/accounts/get-onboarding";
import { listInvitations } from "#lib/domain/accounts/members/list-members";
import { listAudit, listAuditActors } from "#lib/domain/audit/list-audit";
import { getBrand } from "#lib/domain/brand/brand";
import { checkForm, getCheckedForm } from "#lib/domain/diagnostics/check-form";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { listOwnChoices } from "#lib/domain/emails/digests/choices";
import { listDigests } from "#lib/domain/emails/digests/list-digests";
import { listRecipientUses } from "#lib/domain/emails/recipient-places";
import { countDeliveries, listDeliveryLog } from "#lib/domain/endpoints/list-deliveries";
import { getFormOptions } from "#lib/domain/forms/forms";
import { listSenders } from "#lib/domain/forms/spam/protection";
import { getObservation } from "#lib/domain/intake/observed-challenges";
import { listRejections } from "#lib/domain/intake/rejections";
import { getDeliveryOverview } from "#lib/domain/submissions/delivery-overview";
import {
  countFailed,
  findFailingForms,
  listFailed,
} from "#lib/domain/submissions/failed-deliveries";
import { BrowseFormsQuery, browseForms } from "#lib/domain/submissions/inbox/browse-forms";
import { countFormDays, listFormActivity } from "#lib/domain/submissions/inbox/count-submissions";
import {
  listFieldNames,
  readNewestFields,
  readRecentContents,
} from "#lib/domain/submissions/inbox/recent-contents";
import { listDataRequests } from "#lib/domain/submissions/person/data-requests";
import { listTokens } from "#lib/domain/tokens/tokens";
import { previewBrand } from "#lib/entry/intake/preview-brand";
import { previewForm } from "#lib/entry/intake/preview-form";
import { type ActionRow, actions, actionsById } from "#tests/support/contract/role-world";

const BRAND_DRAFT = { brand: {}, logo: "saved", part: "email", scheme: "light" } as const;
const DRAFT = { part: "form", scheme: "light", edited: null } as const;

/** Reads of pages. */
export const PAGE_READS: Readonly<Record<string, ActionRow>> = {
  ...actions("members", null, {
    getOnboarding: ({ ctx }) => getOnboarding(ctx()),
    getObservation: ({ ctx, form }) => getObservation(ctx(), form.id),
    listDigests: ({ ctx }) => listDigests(ctx()),
    getBrand: ({ ctx }) => getBrand(ctx()),
    listOwnChoices: ({ ctx }) => listOwnChoices(ctx()),
    listRecipientUses: ({ ctx }) => listRecipientUses(ctx()),
    listSenders: ({ ctx }) => listSenders(ctx()),
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
    checkForm: ({ ctx, form }) => checkForm(ctx(), form.id),
    getCheckedForm: ({ ctx, form }) => getCheckedForm(ctx(), form.id),
    listRejections: ({ ctx, form }) => listRejections(ctx(), form.id, { limit: 10 }),
    previewForm: ({ ctx, form }) => previewForm(ctx(), form.id, DRAFT, null),
    listDeliveryLog: ({ ctx, form }) => listDeliveryLog(ctx(), form.id, { limit: 10 }),
  }),
  ...actions("owners", null, {
    previewBrand: ({ ctx }) => previewBrand(ctx(), BRAND_DRAFT, "Acme", null),
    listTokens: ({ ctx }) => listTokens(ctx()),
    listInvitations: ({ ctx }) => listInvitations(ctx()),
    listAudit: ({ ctx }) => listAudit(ctx(), { limit: 10 }),
    listAuditActors: ({ ctx }) => listAuditActors(ctx()),
  }),
};
