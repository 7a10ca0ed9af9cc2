/** Verbs that endpoints, actions, and pages call and that need no entry in the audit log, by the reason. */
export const UNRECORDED_VERBS: Readonly<Record<string, string>> = {
  "read and change nothing": `
    authenticateApp authenticateSession authenticateToken cachedForms collectMetrics countForFilter countMessages findByCode findCachedForm findCode findConfirmation findConnectingSession findEmailLink findEmailRefusal findLostSession findOpenForm
    findOptOut findOptOutLook findPerson findReplayIfClosed findSpamLink findStopLink findVerification getAutoresponder getBrand getCapturedEmail getDestination getFields getForm getFormOptions getImport getInboxMessage
    getOptions getOutboxLag getPage getProofMethods getRouting getSubmission getSampleEvents getSignInProvider getSpamFilter getTemplate getUsage getWebhook
    getWebhookDelivery includeContent listArrivals listCapturedEmails listColleagues listDestinations listFormNames listFromSender
    listForms listImports listInbox listNotificationChoices listMatching listNotes listRecipients listReplies listSavedReplies listSubmissions listTokens listWebhookDeliveries
    measureSubmissions measureText observedCode planExport previewAutoresponder previewConditions previewImport previewNotification previewReply previewTemplate
    findProvider
    templateFile
    readAllThreads readAttachment readLook readPreview readPreviewed readRecentContents replayRouting reportModel`,
  "remember that the first steps were done": "getOnboarding",
  "compute and change nothing": `
    acceptsFiles addressLimits hasBotCheck challengeLimits cleanFilename composeReply contentDigest databaseClock quoteFirstWords exampleValues faultDetails findAddressToConfirm findClosed findReachedLimit findRequestedRedirect formLimit fitFields guessFields hasConsent hasIntegrations identifyFile isChecked isModelConfigured isOriginAllowed isProviderRequired isPublicKey isRejecting isSigned isTestToken matchesRedirect mcpResource offerScopes makeChallenge
    maxFiles maxMultipartBytes recognizeKind serializeBase languageTagOf textBytesOf senderTo toLetterhead toLook toReplyHtml toReplyText withoutSolution visitorContext withParameters`,
  "intake: a visitor's message": `
    acceptSubmission countRequest queueUsageAlert recordRejection refreshRecall requireActive
    requireOrigin requireWithin`,
  "a visitor's own choice": "confirmByLink optOutVisitor",
  "records an email provider's report; a block that follows is recorded": "recordEmailReport",
  "uploads a file; its import is recorded": "addImportPart",
  "registers a client, which has no rights until someone connects it": "findClient registerClient",
  "gives a connected app its tokens; that it was connected is recorded":
    "exchangeCode refreshTokens",
  "ends an app's access at its own wish, recorded as the app's": "revokeByApp",
  "sends held messages": "releaseHeld",
  "everyday work with messages": `
    createNote createNotes deleteNote undoNotes markNotSpam closeComposer openComposer requeueCancelled restoreSubmission restoreSubmissions retryDigest retryEmail
    retryFailedBatch sendReply undoReply updateNote updateSubmission updateSubmissions`,
  "starts a job that works on the queue": "drainAfter noteQueued triggerDrain",
  "sends a test or an event again": `
    replayWebhook retryWebhookDelivery runReceiverTest testReceiver testWebhook`,
  "sends a link; following it is recorded":
    "requestEmailChange requestPasswordReset resendVerification",
  "begins an action that is recorded when it's finished": `
    startAuthenticator startPasskey startPasskeySignIn startProof startProviderSignIn`,
  "proves who someone is; the action that follows is recorded": "proveIdentity",
  "shows another workspace of the same user": "switchWorkspace",
  "turns a member's own weekly email on or off": "setWeeklySummary",
  "signs out of the session itself": "endSession",
};
