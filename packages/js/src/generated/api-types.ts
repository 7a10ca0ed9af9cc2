// Made of docs/openapi.json by `npm run api:types`; a test compares.
export interface paths {
    "/v1/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current token
         * @description Returns the token of this request: its workspace, environment, scopes, and expiry. Use it to check that a token works, and to read its scopes.
         *
         *     Works with any valid token.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forms
         * @description Returns the workspace's forms with their settings, newest first, a page at a time. Use it to find a form's ID. Public keys and widgets are only in the single form.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["listForms"];
        put?: never;
        /**
         * Create a form
         * @description Creates an active form and returns it with its public key. The recipients must be verified: add them first, or the request returns 422 `recipient_not_verified`. With a `template`, the form has all its settings, and `remaining` lists what's left to do: a webhook, destinations, and emails to visitors are turned off. A template with routing rules, an auto-reply, a webhook, or destinations also requires `integrations:write`. There is no idempotency key, so if you lose the response, list your forms before you retry.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form
         * @description Returns one form with its public key, settings, and Turnstile widget. Use it to get the address to submit to, `POST /f/{publicKey}`, or to check the current settings before you change them.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["getForm"];
        put?: never;
        post?: never;
        /**
         * Delete a form
         * @description Permanently deletes the form with all its submissions, files, and webhook. This can't be undone. To stop new submissions and keep stored ones, set `status` to `paused` instead.
         *
         *     Requires the `forms:write` scope.
         */
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        /**
         * Update a form
         * @description Changes only what you send, including single settings nested in `uploads`. Pausing a form rejects new submissions and keeps stored ones. Returns 422 if the body is empty or a recipient isn't verified (`recipient_not_verified`).
         *
         *     Requires the `forms:write` scope.
         */
        patch: operations["updateForm"];
        trace?: never;
    };
    "/v1/forms/{formId}/rotate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a form's public key
         * @description Replaces the form's public key, for example after someone abused it. The old key stops working immediately, so update every page that uses it. If you lose the response, get the form before you retry.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["rotateFormKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form as a template
         * @description Returns everything that makes the form what it is, to create it again in another workspace or on another server: send it as `template` when you create a form. It has recipients' addresses, but no IDs, messages, or secrets: no signing secrets, no Turnstile widget, no URLs of chats, and no webhook URL that could contain a secret. `leftOut` lists what is missing. Addresses also require `recipients:read`, and routing, auto-reply, webhook, and destinations `integrations:read`: without these scopes, they're left out.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["getFormTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's fields
         * @description Returns the fields that the form knows, in the order shown, with their revision. Use it before saving, because an update must send the current revision. A form without fields accepts any field.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["getFields"];
        put?: never;
        /**
         * Save a form's fields
         * @description Replaces all fields of the form. New submissions are checked against them, and the hosted form shows them. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. With an empty list, the form accepts any field again.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["saveFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's hosted page
         * @description Returns the texts and look of the form's hosted page and thank-you page, with their revision. Texts that are null are ours, in the visitor's language. The revision is null if the page has never been saved.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["getPage"];
        put?: never;
        /**
         * Save a form's hosted page
         * @description Replaces the texts and look of the form's pages; members that you leave out get their default. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. `confirmEmail: true` requires an enabled Turnstile widget or the form's own challenge, with at least one passed challenge (409 `widget_required`). To show the form on your own site, open it in a frame with `?embed=1`.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["savePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/turnstile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect or update a form's Turnstile widget
         * @description Saves your Cloudflare Turnstile widget for this form, so that visitors must pass its challenge. The secret is checked with Cloudflare first: nothing is saved if it's wrong (`turnstile_secret_rejected`) or Cloudflare can't be reached (`turnstile_unreachable`). Each save resets `verifiedAt` until a visitor passes a challenge.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["connectTurnstile"];
        /**
         * Disconnect a form's Turnstile widget
         * @description Removes the widget and its secret, so that visitors no longer need to pass a challenge. Auto-replies stop unless the form has its own challenge. Also succeeds if there is no widget.
         *
         *     Requires the `forms:write` scope.
         */
        delete: operations["disconnectTurnstile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's options
         * @description Returns when the form is open, how many submissions it has room for, and what happens to them, with the revision. The revision is null if the options have never been saved.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["getOptions"];
        put?: never;
        /**
         * Save a form's options
         * @description Replaces the form's options, which apply to submissions from then on. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["saveOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/spam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's spam filter
         * @description Returns how the content of the form's messages is judged, with the revision. The revision is null if the filter has never been saved: then it watches.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["getSpamFilter"];
        put?: never;
        /**
         * Save a form's spam filter
         * @description Replaces the form's spam filter, which applies to messages from then on. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["saveSpamFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/spam/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget the words of spam
         * @description Deletes what the workspace's spam filter has learned from messages that people marked, moved back, or archived. From then on it learns again. Messages that were judged stay as they are.
         *
         *     Requires the `forms:write` scope.
         */
        delete: operations["forgetSpamWords"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recipients
         * @description Returns all recipients of the workspace, at most 20, and whether they're verified. Use it to find the IDs that forms, routing rules, and auto-replies need.
         *
         *     Requires the `recipients:read` scope.
         */
        get: operations["listRecipients"];
        put?: never;
        /**
         * Add a recipient or resend its confirmation email
         * @description Adds an email address and sends it a confirmation link, or sends the link again if the address is still pending. An address that bounced or complained gets a new link too, and confirming it lifts the block. A form can use the recipient only after its owner has confirmed. A repeat within a minute is a 429 `verification_cooldown`. So is a fourth email to an address within an hour, a sixth from all workspaces, and a 21st email within an hour or a 61st within a day from a workspace or network. Until an owner has confirmed their own address, it’s a 403 `address_unconfirmed`. A 21st address is a 429 `recipient_limit_reached`.
         *
         *     Requires the `recipients:write` scope.
         */
        post: operations["addRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who is notified when
         * @description Returns when each member of the workspace is notified of the form's messages: immediately, by an hourly or daily digest, or never. A member who hasn't decided is notified immediately if their address is a recipient of the form, and never if it isn't.
         *
         *     Requires the `forms:read` scope.
         */
        get: operations["listNotificationChoices"];
        put?: never;
        /**
         * Set when a member is notified
         * @description Sets when one member is notified of the form's messages. `immediately` makes the member's address a recipient of the form, which needs a confirmed address (422 `recipient_not_verified`) and room among the workspace's 20 recipients (429 `recipient_limit_reached`) and the form's five. What came since the last digest comes in a last one, unless it's `never`. The last one to save wins.
         *
         *     Requires the `forms:write` scope.
         */
        post: operations["saveNotificationChoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search submissions
         * @description Returns submissions, newest first by default, a page at a time, with a short preview of each. Filter by folder, form, unread, answered, assignee, notes, or time, or search in submitted values, notes, and replies. Without a filter, you get the inbox. To poll, send `order=asc` and pass `resumeCursor` as `cursor` the next time: you see each submission exactly once. A cursor is a position: it continues after its item in any order and with any filters.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update several submissions
         * @description Moves up to 100 submissions to another folder, marks them read, unread, or answered, or assigns them to a member, all at once. IDs that don't exist are listed in `notFound` and change nothing.
         *
         *     Requires the `submissions:write` scope.
         */
        patch: operations["updateSubmissions"];
        trace?: never;
    };
    "/v1/submissions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export submissions as CSV
         * @description Downloads up to 1,000 submissions, newest first, as CSV in UTF-8 with a byte order mark. Takes the same filters as the list; if more match, it returns 422 `export_too_large`. Columns: id, received_at (ISO 8601), form, folder, name, email, fields_json. Cells that a spreadsheet could run as a formula are prefixed with an apostrophe.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["exportSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{submissionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a submission
         * @description Returns one submission with all its fields, files, notification plan, auto-reply decision, and email deliveries. Use it to read a message in full or to see who was notified. Reading doesn't mark it read.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["getSubmission"];
        put?: never;
        post?: never;
        /**
         * Delete a submission
         * @description Permanently deletes the submission with its files and deliveries. This can't be undone. To keep it out of the inbox, move it to the archive instead.
         *
         *     Requires the `submissions:write` scope.
         */
        delete: operations["deleteSubmission"];
        options?: never;
        head?: never;
        /**
         * Update a submission
         * @description Moves a submission to another folder, marks it read, unread, or answered, or assigns it to a member. Moving it to spam cancels queued emails and webhook events, except replies. Moving it out of spam doesn't send them.
         *
         *     Requires the `submissions:write` scope.
         */
        patch: operations["updateSubmission"];
        trace?: never;
    };
    "/v1/submissions/{submissionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a submission from spam
         * @description Moves a submission from spam to the inbox and queues the notification emails and the webhook event that it would have had. Nothing is sent twice. A submission outside spam returns 409 `not_spam`.
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["restoreSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{submissionId}/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description Returns the bytes of an uploaded file. Its ID is in the submission. Files are private and aren't scanned for malware. A file past its retention period returns 404 `attachment_expired`.
         *
         *     Requires the `files:read` scope.
         */
        get: operations["downloadAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{submissionId}/deliveries/{emailDeliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a notification email or reply
         * @description Queues a notification email or a reply again that is `failed` or `uncertain`. An uncertain one may already have arrived, so it requires `acknowledgePossibleDuplicate`. Wait a minute after the last attempt (429 `retry_cooldown`). Auto-replies, and notifications of submissions in spam, can't be retried (409 `delivery_not_retryable`).
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["retryEmailDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Returns the members of the workspace by name, at most 50. Use their IDs to assign submissions, or to select who gets what a visitor writes back.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{submissionId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes
         * @description Returns what colleagues wrote about a submission, oldest first. Visitors never see notes.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Create a note
         * @description Writes a note about a submission. Visitors never see it. Members whom it mentions with `@` and their name get an email. At most 200 notes per submission (429 `note_limit_reached`).
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a note on several submissions
         * @description Writes the same note about up to 100 submissions at once. Members whom it mentions get one email, not one for each. IDs that don't exist are listed in `notFound`, and submissions that have 200 notes already in `full`. Neither gets a note.
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["createNotes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{submissionId}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description Permanently deletes a note about a submission. Its author or an owner can do this, and any token with the scope.
         *
         *     Requires the `submissions:write` scope.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        /**
         * Update a note
         * @description Changes the text of a note. Members whom only the new text mentions get an email.
         *
         *     Requires the `submissions:write` scope.
         */
        patch: operations["updateNote"];
        trace?: never;
    };
    "/v1/submissions/{submissionId}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replies
         * @description Returns what was written to the sender of a submission, oldest first. Use it to see whether a reply was sent.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listReplies"];
        put?: never;
        /**
         * Reply to a submission
         * @description Queues an email to the sender of a submission and marks it answered. It comes from the form's name at the service's address, quotes what the visitor wrote, and what they write back goes to a member or recipient. It's sent after 10 seconds and can be deleted until then. A sender without an address, who opted out, or whose address bounced can't be written to (409 `reply_not_possible`). At most 50 replies an hour per member or token, and 200 per workspace (429 `reply_limit_reached`).
         *
         *     Requires the `submissions:reply` scope.
         */
        post: operations["sendReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/submissions/{submissionId}/replies/{replyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo a reply
         * @description Deletes a reply that isn't being sent yet, which it is 10 seconds after it was queued (409 `reply_sent`). A submission that it marked as answered isn't anymore.
         *
         *     Requires the `submissions:reply` scope.
         */
        delete: operations["undoReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved replies
         * @description Returns all saved replies of the workspace, at most 100, with their placeholders as typed. Use it to pick a text before you reply to a message.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listSavedReplies"];
        put?: never;
        /**
         * Create a saved reply
         * @description Saves a text that members can use again when they reply to messages. Another one with the same name, whatever its case, is a 409 `saved_reply_name_taken`. A 101st is a 429 `saved_reply_limit_reached`.
         *
         *     Requires the `submissions:reply` scope.
         */
        post: operations["createSavedReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-replies/{savedReplyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved reply
         * @description Permanently deletes the saved reply for all members. Replies that were sent with it stay as they are.
         *
         *     Requires the `submissions:reply` scope.
         */
        delete: operations["deleteSavedReply"];
        options?: never;
        head?: never;
        /**
         * Update a saved reply
         * @description Changes the name, the text, or both. Replies that were sent with it stay as they are. A name that another saved reply has is a 409 `saved_reply_name_taken`.
         *
         *     Requires the `submissions:reply` scope.
         */
        patch: operations["updateSavedReply"];
        trace?: never;
    };
    "/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Returns the imports of the last 90 days, newest first. Older records are deleted, and their messages stay.
         *
         *     Requires the `submissions:import` scope.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Create an import
         * @description Begins an import of messages into a form. Upload the file in parts, look at the preview, then start it. A workspace can have 20 imports in 24 hours.
         *
         *     Requires the `submissions:import` scope.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description Returns an import with its progress. While it's running, ask about once a second.
         *
         *     Requires the `submissions:import` scope.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a part of the file
         * @description Adds the next part of the file: at most 3 MiB as base64, so a body of up to 4 MiB. A file can have at most 200 MB in total, or less if the operator sets a lower limit. Repeating a part changes nothing. A file that isn't imported within 24 hours is deleted.
         *
         *     Requires the `submissions:import` scope.
         */
        post: operations["addImportPart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an import
         * @description Guesses how to read the file, and returns its first 20 messages as they'd be imported. Send what the guesses got wrong, and preview again. Stores nothing.
         *
         *     Requires the `submissions:import` scope.
         */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an import
         * @description Imports the messages in the background: read, into the archive or spam, with the time they were received. No one is notified, nothing is judged, and they don't count toward usage. What's already here isn't imported again. With `dryRun`, the whole file is read and nothing is stored: then the import is `ready`, with its counts and problems. One import of a workspace runs at a time.
         *
         *     Requires the `submissions:import` scope.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Ends an import. Messages that are already imported stay, and can be undone.
         *
         *     Requires the `submissions:import` scope.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Permanently deletes the messages that an import has brought, within 7 days of its end. Those that someone has moved, marked, or replied to since are kept.
         *
         *     Requires the `submissions:import` scope.
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this month's usage
         * @description Returns what the workspace has used in the current UTC month: accepted submissions, spam, folder totals, and storage. Use it to see how much of the allowance is left.
         *
         *     Requires the `usage:read` scope.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's routing rules
         * @description Returns the form's routing rules in the order they're evaluated, with their revision. Use it before saving, because an update must send the current revision. The revision is null if rules have never been saved.
         *
         *     Requires the `integrations:read` scope.
         */
        get: operations["getRouting"];
        put?: never;
        /**
         * Save a form's routing rules
         * @description Replaces all routing rules of the form. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. Every recipient in a rule must be verified, or the request returns 422 `recipient_not_verified`.
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["saveRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/routing/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test routing rules on a sample submission
         * @description Shows who would be notified if these rules applied to a sample submission. Use it to test rules before you save them. Nothing is saved or sent, and no submission is created.
         *
         *     Requires the `integrations:read` scope.
         */
        post: operations["previewRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/autoresponder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's auto-reply
         * @description Returns the form's auto-reply with its revision, or null if none has been saved. Use it before saving, because an update must send the current revision.
         *
         *     Requires the `integrations:read` scope.
         */
        get: operations["getAutoresponder"];
        put?: never;
        /**
         * Save a form's auto-reply
         * @description Saves the email that visitors get automatically if they opt in with the form field `_service_autoreply=true`. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. Turning it on requires an enabled Turnstile widget or the form's own challenge, with at least one passed challenge (409 `widget_required`).
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["saveAutoresponder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/autoresponder/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a form's auto-reply
         * @description Renders a draft as a visitor would receive it. Use it to check the text before you save. Nothing is saved or sent, and no challenge is required.
         *
         *     Requires the `integrations:read` scope.
         */
        post: operations["previewAutoresponder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a form's webhook
         * @description Returns the form's webhook with its revision and health, or null if there is none. Use it before saving, because an update must send the current revision. The signing secret is never returned here.
         *
         *     Requires the `integrations:read` scope.
         */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Create or update a form's webhook
         * @description Creates the form's webhook, or updates it if you send its current `revision`. The signing secret is only returned on creation: store it, because it verifies every event. An update cancels events queued under the earlier revision. A missing or outdated revision returns 409 `revision_conflict`.
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["saveWebhook"];
        /**
         * Delete a form's webhook
         * @description Deletes the form's webhook with its secret, deliveries, and attempts, so that submissions no longer trigger events. To pause it, save it with `enabled` set to false. Also succeeds if there is no webhook.
         *
         *     Requires the `integrations:write` scope.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's signing secret
         * @description Replaces the signing secret, for example after a leak. The old one stops working immediately, and events queued under the earlier revision are canceled. If you lose the response, rotate again.
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues a `webhook.test` event to check that your endpoint receives and verifies events. Works even if the webhook is disabled. It's attempted once; read its delivery for the result. You can send one per minute and 100 per 24 hours to a host (429 `webhook_test_cooldown`).
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Returns the deliveries of the form's webhook, newest first, a page at a time. Use it to find events that failed. It's empty if the form has no webhook.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description Returns one delivery with its payload and every attempt, including the start of your endpoint's response. Use it to find out why an event failed.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a webhook delivery
         * @description Sends the same event ID and payload again: once if the delivery failed, or now instead of at its next automatic attempt if it's retrying. Available a minute after the last attempt, unless the webhook has changed since the event was created. For submission events, the webhook must be enabled and the submission must not be in spam.
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/webhook/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events of a period
         * @description Sends the events of up to 1,000 submissions received within up to 31 days again, to the current URL and with the same event IDs, for example after a wrong URL was corrected. With `undelivered`, events that arrived are left out. Spam and events that are still queued are always left out. If the request fails partway, the events queued so far are still sent: replay the rest with `undelivered`. The webhook must be enabled (409 `delivery_not_retryable`). Available once per minute to a host (429 `retry_cooldown`).
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a form's destinations
         * @description Returns where a form's messages go besides email and its signed webhook, oldest first: up to 10 chats, sheets, and webhooks. Use `source` or `url` to find what your integration created. URLs of services are masked, because they're secrets.
         *
         *     Requires the `integrations:read` scope.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Add a destination to a form
         * @description Adds a chat, a sheet, or a webhook that gets the form's messages. For the kind `webhook`, the response has the signing secret, which is shown only once. A URL of another kind is a 422 that names the right one. An 11th destination is a 429 `destination_limit_reached`.
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a destination
         * @description Returns one destination with its revision and health. The signing secret is never returned here, and the URL of a service is masked.
         *
         *     Requires the `integrations:read` scope.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination
         * @description Deletes the destination with its URL, secret, deliveries, and attempts. To pause it instead, update it with `enabled` set to false.
         *
         *     Requires the `integrations:write` scope.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Update a destination
         * @description Changes the properties you send. What's waiting goes to a new URL, too; nothing is canceled unless you turn the destination off. Send `revision` if the update must fail with a 409 `revision_conflict` when someone else has changed it.
         *
         *     Requires the `integrations:write` scope.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a destination
         * @description Queues a test in the destination's own format, even if it's turned off. It's attempted once; read its delivery for the result. You can send one per minute and 100 per 24 hours to a host (429 `webhook_test_cooldown`).
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a destination's signing secret
         * @description Replaces the signing secret of a destination of the kind `webhook`; for others it's a 409. With `overlapHours`, events carry a signature by each secret for that long, separated by a space, so that your endpoint can switch without a gap.
         *
         *     Requires the `integrations:write` scope.
         */
        post: operations["rotateDestinationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/sample-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get sample events
         * @description Returns a form's three newest messages as `submission.created` events, newest first, in the shape that webhooks get. Without messages, returns one made-up event. Use it to show what an integration will receive.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["getSampleEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a destination's deliveries
         * @description Returns the deliveries of a destination, newest first, a page at a time. Use `status` to find those that failed.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["listDestinationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a destination's delivery
         * @description Returns one delivery with what was sent and every attempt, including the start of the response. Use it to find out why it failed.
         *
         *     Requires the `submissions:read` scope.
         */
        get: operations["getDestinationDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the same event ID and payload again to the destination's current URL: once if the delivery failed or arrived, or now instead of at its next automatic attempt if it's retrying. Available a minute after the last attempt. For submissions, the destination must be enabled and the submission must not be in spam.
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["retryDestinationDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/forms/{formId}/destinations/{destinationId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a destination's events
         * @description Sends the events of up to 1,000 submissions received within up to 31 days again, with the same event IDs, as far as they match the destination's conditions. With `undelivered`, events that arrived are left out. Spam and events that are still queued are always left out. The destination must be enabled (409 `delivery_not_retryable`). Available once per minute to a host (429 `retry_cooldown`).
         *
         *     Requires the `submissions:write` scope.
         */
        post: operations["replayDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/f/{publicKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a submission
         * @description Accepts a submission for the form with this public key. We respond only after the submission is stored.
         *
         *     - Size: up to 256 KiB as JSON or urlencoded, or 4 MiB as multipart with at most 256 KiB of text. Up to 100 field entries and 5 files (pdf, png, jpg, jpeg, gif, webp, heic, txt, csv, rtf, doc, docx, xls, xlsx, ppt, pptx, odt, ods, zip), unless the form accepts fewer types.
         *     - Encoding: text is decoded with the declared `charset`, the form's `_charset_` field, or as UTF-8. Bytes that don't fit never reject a submission: their encoding is guessed, and `guessedCharset` of the submission names it. Compressed bodies are rejected.
         *     - Format: a JSON object counts as JSON under any type of text. Its nested objects and lists are flattened up to 5 levels (`address.city`, `items.0.name`). `text/plain` has a line `name=value` for each field; lines without a name continue the value before them. Multipart parts can be encoded as base64 or quoted-printable.
         *     - Files: a file's content decides its type. If its extension is missing or another type's, the right one is added to its name.
         *     - Rate limits: 20 requests per minute for each IP address and form, 120 for each IP address across all forms, and 600 for each form.
         *     - Response: JSON, unless `Accept` includes `text/html`, as it does when a browser submits a form. Then it's a redirect or an HTML page. JSON bodies, `X-Requested-With`, and an `Accept` that prefers `application/json` always get JSON. The JSON has what scripts of websites test for (`ok`, `success`, `code`, `status`, `result`). If the form responds to scripts with text, those that don't prefer JSON get `OK` or the error's message as `text/plain`. `HX-Request: true` (htmx) gets an HTML fragment. If the form has a `redirectUrl`, JSON responses and fragments name it in `HX-Redirect`. `X-SvelteKit-Action: true` gets a result that `use:enhance` understands.
         *     - CORS: scripts from any origin can send any header and read the response, with or without credentials. If the form has `allowedOrigins`, the `Origin` header must match one exactly.
         *     - Fields: if the form has a list of fields, values must fit it. Otherwise it's a 422 `validation_failed` with one entry in `details` per field and its name as `path`, unless the form marks such values. Fields that aren't in the list are accepted, dropped, or rejected, as the form says.
         *     - Spam: if a honeypot field is filled in, or the form catches a blocked sender or word, the response is the same as for any success, but the submission goes to spam without its files.
         *     - Duplicates: what a browser sends twice within 15 seconds, with the same content from the same IP address and without an idempotency key, is stored once, whether a form or a script sends it. Requests for JSON without `Origin` and `Sec-Fetch-Site` come from servers, and each is stored.
         *     - Fields of other form services: `_gotcha`, `_honey`, `_honeypot`, `honeypot`, and `bot-field` are honeypots too, unless the form's fields have the name. Replies go to `_replyto`, `_reply_to`, or `replyto` if no `email` field contains a valid address. `_subject` is added to the notification's subject, up to 150 characters. `_next`, `_redirect`, `redirect`, or `redirectTo` replaces the `redirectUrl` if its origin is one of the `allowedOrigins`. What has no effect here isn't stored, such as `form-name`, `access_key`, `_captcha`, `_template`, `g-recaptcha-response`, and `utf8`.
         *
         *     Doesn't require a token.
         */
        post: operations["submitForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Confirms that the submission was stored. A repeat with the same idempotency key returns the first response. */
        AcceptedSubmission: {
            /**
             * @description Always the same for a success. Scripts of websites test for it.
             * @enum {boolean}
             */
            ok: true;
            /**
             * @description Always the same for a success. Scripts of websites test for it.
             * @enum {boolean}
             */
            success: true;
            /**
             * @description Always the same for a success. Scripts of websites test for it.
             * @enum {number}
             */
            code: 200;
            /**
             * @description Always the same for a success. Scripts of websites test for it.
             * @enum {string}
             */
            status: "success";
            /**
             * @description Always the same for a success. Scripts of websites test for it.
             * @enum {string}
             */
            result: "success";
            /** @description For the visitor, in their language: the title of the form's thank-you page, or that they have to confirm the message by email. */
            message: string;
            /**
             * Format: uri
             * @description URL of the next page: the form's `redirectUrl`, or our thank-you page.
             */
            next: string;
            /** @description The stored submission. */
            data: {
                /**
                 * Format: uuid
                 * @description UUID of the submission.
                 */
                id: string;
                /**
                 * Format: int64
                 * @description When the submission was stored, in Unix epoch milliseconds.
                 */
                receivedAt: number;
            };
        };
        AddImportPartInput: {
            /**
             * Format: int64
             * @description The part's place in the file, starting at 0. Send parts one after the other.
             */
            number: number;
            /** @description At most 3 MiB of the file's bytes, as base64. */
            data: string;
        };
        AddRecipientInput: {
            /** @description An email address, at most 254 characters. Not case-sensitive. The domain can be in any script or in Punycode, which is the same address. */
            email: string;
        };
        /** @description A file uploaded with a submission. Files aren't scanned for malware. */
        Attachment: {
            /**
             * Format: uuid
             * @description UUID of the file.
             */
            id: string;
            /** @description Name of the form field. */
            field: string;
            /** @description As submitted, without paths and control characters. */
            filename: string;
            /** @description Media type, detected from the file's content. */
            contentType: string;
            /**
             * Format: int64
             * @description In bytes.
             */
            size: number;
            /**
             * Format: int64
             * @description When the file will be deleted, in Unix epoch milliseconds.
             */
            expiresAt: number;
            /** @description Only `available` files can be downloaded. */
            status: "available" | "expired" | "unavailable" | (string & {});
        };
        /** @description The member or the token that wrote it. */
        Author: components["schemas"]["Person"] | {
            /** @description Name of the token. */
            token: string;
        };
        /** @description The email sent automatically to visitors who opt in. */
        Autoresponder: {
            /** @description Changes with every save. Send it with your next update. */
            revision: string;
            /** @description Requires a verified Turnstile widget or own challenge. */
            enabled: boolean;
            /** @description 1–150 characters on one line, trimmed. */
            subject: string;
            /** @description 1–3,000 characters, trimmed. */
            message: string;
            /**
             * Format: uuid
             * @description The verified recipient who receives the visitor's replies. An auto-reply that is off may still name one that was removed.
             */
            replyRecipientId: string;
            includeAnswers: components["schemas"]["IncludeAnswers"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description The auto-reply as a visitor would receive it. */
        AutoresponderPreview: {
            /** @description The email's subject. */
            subject: string;
            /** @description The reply-to address. */
            replyTo: string;
            /** @description The auto-reply as plain text, with a placeholder for the opt-out link and sample values of the form's fields. */
            text: string;
        };
        Condition: {
            /** @description Exact name of the field to compare. */
            field: string;
            /**
             * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
             * @enum {string}
             */
            operator: "equals" | "contains" | "present";
            /** @description The value to compare with. Ignored by `present`. */
            value: string | null;
        };
        /** @description A condition. `equals` and `contains` require a `value`. */
        ConditionInput: {
            /** @description Name of a submitted field. Must not be a reserved name or the honeypot. `$page`, `$title`, `$referrer`, and `$utm.source` to `$utm.content` are where the message was written. */
            field: string;
            /**
             * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
             * @enum {string}
             */
            operator: "equals" | "contains" | "present";
            /** @description 1–200 characters, not only spaces. Optional for `present`, which ignores it. */
            value?: string | null;
        };
        /** @description Which submissions it gets. Later events about a submission are sent if its first one was. */
        Conditions: {
            /**
             * @description Whether all rules must match, or any of them.
             * @enum {string}
             */
            match: "all" | "any";
            /** @description 1–10 rules. */
            rules: components["schemas"]["Condition"][];
        };
        ConnectTurnstileInput: {
            /** @description Your widget's site key. Test keys aren't allowed. */
            siteKey: string;
            /** @description Required for a new widget or site key. If omitted, the stored secret is kept. Never returned. */
            secretKey?: string;
            /** @description 1–10 exact public hostnames, without a protocol or path. */
            hostnames: string[];
            /** @description Whether submissions must pass a challenge. */
            enabled: boolean;
        };
        CreateDestinationInput: {
            /**
             * @description What it is. Can't be changed later.
             * @enum {string}
             */
            kind: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets";
            /**
             * Format: uri
             * @description An HTTPS URL on port 443, at most 2,000 characters. For kinds other than `webhook`, the service's own URL. Operators can allow other hosts and ports.
             */
            url: string;
            /** @description 1–60 characters on one line, trimmed. The kind's name by default. */
            name?: string;
            /** @description Whether submissions are sent to it. True by default. */
            enabled?: boolean;
            /** @description The events it gets. Chats get `submission.created` only. */
            events?: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted")[];
            /** @description Which submissions it gets. Null, the default, for every submission. */
            conditions?: {
                /**
                 * @description Whether all rules must match, or any of them.
                 * @enum {string}
                 */
                match: "all" | "any";
                /** @description 1–10 rules. */
                rules: components["schemas"]["ConditionInput"][];
            } | null;
            /**
             * @description `full`, or `link` for the sender's name and a link to the message only.
             * @enum {string}
             */
            content?: "full" | "link";
            /** @description The service that creates it, like `Zapier`: 1–40 characters. A 410 from it then deletes it. */
            source?: string | null;
        };
        /** @description Without a `template`, `name` and `recipientIds` are required. With one, they replace the template's, and `settings` must be in the template. */
        CreateFormInput: {
            /** @description 1–80 characters on one line, trimmed. */
            name?: string;
            /** @description 1–5 distinct verified recipients. */
            recipientIds?: string[];
            settings?: components["schemas"]["FormSettingsInput"];
            template?: components["schemas"]["TemplateInput"];
        };
        CreateImportInput: {
            /**
             * Format: uuid
             * @description UUID of the form that gets the messages.
             */
            formId: string;
            /** @description The file's name, 1–255 characters on one line. */
            filename: string;
        };
        CreateSavedReplyInput: {
            /** @description 1–80 characters on one line, trimmed. Unique in the workspace, whatever its case. */
            name: string;
            /** @description Plain text, 1–10,000 characters, trimmed. `{{name}}` stands for the sender's name, `{{form}}` for the form's name, and a field's name or label in such braces for what was submitted. */
            text: string;
        };
        /** @description The new destination. */
        CreatedDestination: {
            /**
             * Format: uuid
             * @description UUID of the destination.
             */
            id: string;
            /** @description What it is. Can't be changed. */
            kind: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets" | (string & {});
            /** @description 1–60 characters. */
            name: string;
            /** @description Where messages are sent. Masked for every kind except `webhook`, because such URLs are secrets. */
            url: string;
            /** @description Whether submissions are sent to it. Test events are always sent. */
            enabled: boolean;
            /** @description The events it gets. */
            events: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | (string & {}))[];
            /** @description Which submissions it gets. Null for every submission. */
            conditions: components["schemas"]["Conditions"] | null;
            /** @description `full`, or `link` for the sender's name and a link to the message only. */
            content: "full" | "link" | (string & {});
            /** @description The service that created it, or null. */
            source: string | null;
            /** @description Changes with every update and rotation. */
            revision: string;
            /** @description `unknown` before the first success, `failing` after 3 failed attempts in a row. `suspended` if it's gone, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or a new URL, resets it. */
            health: "unknown" | "healthy" | "failing" | "suspended" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description Only for the kind `webhook`, and shown only once. */
            signingSecret?: string;
        };
        /** @description The new form. */
        CreatedForm: {
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            id: string;
            /** @description 1–80 characters. */
            name: string;
            /**
             * @description While `paused`, new submissions are rejected with 403 form_paused. Stored submissions are kept.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients who are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description The key for `POST /f/{publicKey}`. It can only create submissions. */
            publicKey: string;
            /** @description Only for a form from a template: what's left to do. */
            remaining?: {
                /** @description What it is about. */
                code: "no_recipients" | "recipient_unmatched" | "rule_recipient_unmatched" | "reply_address_unmatched" | "auto_reply_off" | "confirmation_off" | "logo_missing" | "turnstile_missing" | "webhook_off" | "webhook_missing" | "destination_off" | "destination_missing" | "headers_missing" | "subscriptions_missing" | "integrations_missing" | (string & {});
                /** @description Where it is in the template, such as `recipients.0`. */
                path: string;
                /** @description Human-readable message, with what to do. */
                message: string;
            }[];
        };
        /** @description Which submissions got a note. */
        CreatedNotes: {
            /** @description The new notes, one for each submission. */
            created: {
                /**
                 * Format: uuid
                 * @description UUID of the submission.
                 */
                submissionId: string;
                /**
                 * Format: uuid
                 * @description UUID of its new note.
                 */
                noteId: string;
            }[];
            /** @description UUIDs that are unknown or belong to another workspace. */
            notFound: string[];
            /** @description UUIDs of submissions that have 200 notes already, and got none. */
            full: string[];
        };
        /** @description Where a form's messages go besides email. */
        Destination: {
            /**
             * Format: uuid
             * @description UUID of the destination.
             */
            id: string;
            /** @description What it is. Can't be changed. */
            kind: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets" | (string & {});
            /** @description 1–60 characters. */
            name: string;
            /** @description Where messages are sent. Masked for every kind except `webhook`, because such URLs are secrets. */
            url: string;
            /** @description Whether submissions are sent to it. Test events are always sent. */
            enabled: boolean;
            /** @description The events it gets. */
            events: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | (string & {}))[];
            /** @description Which submissions it gets. Null for every submission. */
            conditions: components["schemas"]["Conditions"] | null;
            /** @description `full`, or `link` for the sender's name and a link to the message only. */
            content: "full" | "link" | (string & {});
            /** @description The service that created it, or null. */
            source: string | null;
            /** @description Changes with every update and rotation. */
            revision: string;
            /** @description `unknown` before the first success, `failing` after 3 failed attempts in a row. `suspended` if it's gone, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or a new URL, resets it. */
            health: "unknown" | "healthy" | "failing" | "suspended" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description A delivery with what was sent and its attempts. */
        DestinationDelivery: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the event, sent as `webhook-id` with every attempt.
             */
            eventId: string;
            /** @description The event type. */
            type: "submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | "webhook.test" | (string & {});
            /** @description `retrying` if another attempt is scheduled. */
            status: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled" | (string & {});
            /**
             * Format: uuid
             * @description UUID of the submission. Null for test events.
             */
            submissionId: string | null;
            /**
             * Format: int64
             * @description Number of attempts so far.
             */
            attemptCount: number;
            /** @description Why there are no more automatic attempts. Null unless `failed` or `cancelled`. */
            failureReason: "attempts_exhausted" | "endpoint_gone" | "endpoint_suspended" | "endpoint_disabled" | "revision_changed" | "moved_to_spam" | "outgoing_off" | (string & {}) | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null before the first attempt.
             */
            lastAttemptAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null if no attempt is scheduled.
             */
            nextAttemptAt: number | null;
            /** @description Whether it can be retried manually. */
            retryable: boolean;
            /**
             * Format: int64
             * @description When it can be retried, in Unix epoch milliseconds. Null if it can't.
             */
            retryAvailableAt: number | null;
            /** @description What was sent: an event, or a chat message. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description A destination with its new signing secret. */
        DestinationWithSecret: {
            /**
             * Format: uuid
             * @description UUID of the destination.
             */
            id: string;
            /** @description What it is. Can't be changed. */
            kind: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets" | (string & {});
            /** @description 1–60 characters. */
            name: string;
            /** @description Where messages are sent. Masked for every kind except `webhook`, because such URLs are secrets. */
            url: string;
            /** @description Whether submissions are sent to it. Test events are always sent. */
            enabled: boolean;
            /** @description The events it gets. */
            events: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | (string & {}))[];
            /** @description Which submissions it gets. Null for every submission. */
            conditions: components["schemas"]["Conditions"] | null;
            /** @description `full`, or `link` for the sender's name and a link to the message only. */
            content: "full" | "link" | (string & {});
            /** @description The service that created it, or null. */
            source: string | null;
            /** @description Changes with every update and rotation. */
            revision: string;
            /** @description `unknown` before the first success, `failing` after 3 failed attempts in a row. `suspended` if it's gone, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or a new URL, resets it. */
            health: "unknown" | "healthy" | "failing" | "suspended" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description Shown only once. Use it to verify signatures (Standard Webhooks). */
            signingSecret: string;
        };
        /** @description One attempt to send an email. */
        EmailAttempt: {
            /**
             * Format: uuid
             * @description UUID of the attempt.
             */
            id: string;
            /**
             * Format: int64
             * @description Attempt number, starting at 1. Continues across retries.
             */
            number: number;
            /** @description `manual` if someone requested a retry. */
            trigger: "automatic" | "manual" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            startedAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null while the attempt is running.
             */
            finishedAt: number | null;
            /** @description `sent` if the provider accepted it, or if it was captured in the test inbox. `uncertain` if the provider's response was lost, so the email may have been sent. */
            outcome: "pending" | "sent" | "failed" | "uncertain" | (string & {});
            /** @description What went wrong, or null. */
            error: string | null;
        };
        /** @description An email to one address, with every attempt to send it. */
        EmailDelivery: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the recipient. Null for emails to the visitor.
             */
            recipientId: string | null;
            /** @description The address it's sent to. */
            email: string;
            /** @description A notification to a recipient, or to the visitor an auto-reply, a confirmation email, or a reply that someone wrote. */
            kind: "notification" | "visitor_reply" | "confirmation" | "reply" | (string & {});
            /** @description `retrying` if another attempt is scheduled. `failed` and `uncertain` notifications and replies can be retried manually. */
            status: "queued" | "sending" | "retrying" | "sent" | "failed" | "uncertain" | "cancelled" | (string & {});
            /** @description Oldest first. */
            attempts: components["schemas"]["EmailAttempt"][];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null before the first attempt.
             */
            lastAttemptAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null if no attempt is scheduled.
             */
            nextAttemptAt: number | null;
            /** @description What the email provider reported after accepting it, or null. It never changes `status`. */
            providerStatus: "delivered" | "delayed" | "bounced" | "complained" | (string & {}) | null;
            /**
             * Format: int64
             * @description When that happened, in Unix epoch milliseconds. Null without a report.
             */
            providerReportedAt: number | null;
        };
        /** @description The body of every error response. */
        ErrorEnvelope: {
            /** @description The error. */
            error: {
                /** @description Machine-readable error code. We may add codes, so fall back to the status for ones you don't know. */
                code: string;
                /** @description Human-readable explanation. */
                message: string;
                /**
                 * Format: uuid
                 * @description ID of the request in our logs, same as the `X-Request-Id` header. Absent if the request was rejected before it reached the application.
                 */
                requestId?: string;
                /** @description Every validation error in the request. */
                details?: {
                    /** @description Dotted path in the body (`settings.uploads.retentionDays`, `rules.0.value`) or the name of a query parameter. Empty for the whole body. */
                    path: string;
                    /** @description What's wrong with the value. */
                    message: string;
                }[];
            };
        };
        /** @description A field of a form. Limits that don't apply to its type must be null. */
        Field: {
            /** @description Name of the submitted field, unique in the list. Must not be a reserved name or the honeypot. */
            name: string;
            /**
             * @description What the field accepts, and how it's shown.
             * @enum {string}
             */
            type: "text" | "long_text" | "email" | "url" | "phone" | "number" | "date" | "choice" | "choices" | "checkbox" | "file" | "hidden";
            /** @description What visitors and owners read, 1–120 characters on one line. */
            label: string;
            /** @description A sentence below the label, up to 300 characters. */
            help?: string | null;
            /** @description An example in the empty field, up to 300 characters. */
            placeholder?: string | null;
            /** @description If true, a value is required. An empty value counts as missing; a required `checkbox` must be checked. */
            required?: boolean | null;
            /** @description The fewest characters of a text. */
            minLength?: number | null;
            /** @description The most characters of a text. */
            maxLength?: number | null;
            /** @description The smallest `number`, or the earliest `date`. */
            min?: number | string | null;
            /** @description The largest `number`, or the latest `date`. */
            max?: number | string | null;
            /** @description 1–100 options with distinct values. Required for `choice` and `choices`, and only there. */
            options?: {
                /** @description What is submitted, 1–200 characters on one line. */
                value: string;
                /** @description What visitors read, 1–200 characters on one line. */
                label: string;
            }[] | null;
            /** @description Whether a `file` field accepts several files. */
            multiple?: boolean | null;
            /** @description What browsers fill in, in HTML's autofill tokens, such as `given-name`. */
            autocomplete?: string | null;
            /**
             * @description Width in the hosted form. `full` if it's null.
             * @enum {string|null}
             */
            width?: "full" | "half" | null;
        };
        /**
         * @description The folder the submission is in.
         * @enum {string}
         */
        Folder: "inbox" | "archive" | "spam";
        /** @description A form. */
        Form: {
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            id: string;
            /** @description 1–80 characters. */
            name: string;
            /**
             * @description While `paused`, new submissions are rejected with 403 form_paused. Stored submissions are kept.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients who are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description The key for `POST /f/{publicKey}`. It can only create submissions. */
            publicKey: string;
        };
        /** @description The fields that a form knows, and what happens to everything else. */
        FormFields: {
            /** @description Changes with every save. Send it with your next update. Null before the first save. */
            revision: string | null;
            /** @description In the order shown. */
            fields: components["schemas"]["Field"][];
            /**
             * @description Fields that aren't in the list: `accept` stores them, `drop` doesn't, and `reject` rejects the submission.
             * @enum {string}
             */
            otherFields: "accept" | "drop" | "reject";
            /**
             * @description Values that don't fit: `reject` rejects the submission with 422, `mark` stores it and lists them in `invalidFields`.
             * @enum {string}
             */
            onInvalid: "reject" | "mark";
        };
        /** @description Text and appearance of a form's hosted page and thank-you page. */
        FormPage: {
            /** @description Changes with every save. Send it with your next update. Null before the first save. */
            revision: string | null;
            /** @description Heading of the hosted form, 1–120 characters on one line. Null for ours in the visitor's language. */
            title?: string | null;
            /** @description Text below the heading, up to 1,000 characters. Null for ours in the visitor's language. */
            intro?: string | null;
            /** @description Label of the button, 1–60 characters on one line. Null for ours in the visitor's language. */
            button?: string | null;
            /** @description Heading of the thank-you page, 1–120 characters on one line. Null for ours in the visitor's language. */
            thanksTitle?: string | null;
            /** @description Text of the thank-you page, up to 2,000 characters. Null for ours in the visitor's language. */
            thanksText?: string | null;
            /** @description Label of a link on the thank-you page. Null for its address. */
            thanksLinkText?: string | null;
            /**
             * Format: uri
             * @description Where the link on the thank-you page leads: an http or https URL. Null for a link to the form.
             */
            thanksLinkUrl?: string | null;
            /** @description Color of buttons and links, like `#2751b4`. Made darker or lighter to stay readable. Null for the workspace's, or ours. */
            accent?: string | null;
            /**
             * @description `auto` follows the visitor's device.
             * @enum {string}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description `auto` follows the visitor's browser.
             * @enum {string}
             */
            language?: "auto" | "en" | "de" | "fr" | "es" | "it" | "pt" | "pt-BR" | "nl" | "pl" | "uk" | "tr" | "ar" | "he" | "ja" | "zh" | "zh-Hant";
            /** @description Read-only: what you send is ignored. Address of the logo, which is uploaded in the dashboard and changes its address with every upload. Null without one of the form's own: its pages then show the workspace's. */
            logoUrl?: string | null;
            /** @description Whether visitors who leave an email address have to confirm their message by email (double opt-in). Requires a verified Turnstile widget or own challenge. */
            confirmEmail?: boolean;
        };
        /** @description All settings, including defaults. */
        FormSettings: {
            /** @description Subject of notification emails, 1–150 characters on one line. `{{form}}` becomes the form's name, and `{{field}}`, such as `{{name}}`, the submitted value of that field. Defaults to `New form submission`. */
            subject: string;
            /** @description Up to 10 HTTPS origins without paths or credentials. If empty, any origin is allowed. Otherwise, a submission's Origin header must match one exactly. */
            allowedOrigins: string[];
            /** @description Where to redirect visitors after they submit: an HTTPS URL without credentials, or empty for our thank-you page. */
            redirectUrl: string;
            /** @description Name of the honeypot field, which people leave empty. 1–64 letters, digits, or underscores, starting with a letter. Defaults to `botcheck`. */
            honeypot: string;
            /** @description How many days to keep new submissions, 1–365. Null, the default, keeps them until they're deleted. */
            messageRetentionDays: number | null;
            /** @description Whether the form accepts files, and how long they're kept. */
            uploads: {
                /** @description Whether the form accepts files. Defaults to false. */
                enabled: boolean;
                /** @description How many days to keep uploaded files, 1–365. Defaults to 30. */
                retentionDays: number;
            };
        };
        /** @description Settings to change. Omitted settings keep their current value, or use the default when you create a form. */
        FormSettingsInput: {
            /** @description Subject of notification emails, 1–150 characters on one line. `{{form}}` becomes the form's name, and `{{field}}`, such as `{{name}}`, the submitted value of that field. Defaults to `New form submission`. */
            subject?: string;
            /** @description Up to 10 HTTPS origins without paths or credentials. If empty, any origin is allowed. Otherwise, a submission's Origin header must match one exactly. */
            allowedOrigins?: string[];
            /** @description Where to redirect visitors after they submit: an HTTPS URL without credentials, or empty for our thank-you page. */
            redirectUrl?: string;
            /** @description Name of the honeypot field, which people leave empty. 1–64 letters, digits, or underscores, starting with a letter. Defaults to `botcheck`. */
            honeypot?: string;
            /** @description How many days to keep new submissions, 1–365. Null, the default, keeps them until they're deleted. */
            messageRetentionDays?: number | null;
            /** @description Whether the form accepts files, and how long they're kept. */
            uploads?: {
                /** @description Whether the form accepts files. Defaults to false. */
                enabled?: boolean;
                /** @description How many days to keep uploaded files, 1–365. Defaults to 30. */
                retentionDays?: number;
            };
        };
        /** @description A form, as it appears in lists. */
        FormSummary: {
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            id: string;
            /** @description 1–80 characters. */
            name: string;
            /**
             * @description While `paused`, new submissions are rejected with 403 form_paused. Stored submissions are kept.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients who are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description A form as a file, without secrets, IDs, and messages. */
        FormTemplate: {
            /**
             * @description Version of the format: 1. A newer one is rejected.
             * @enum {number}
             */
            version: 1;
            /** @description Name of the form, 1–80 characters. */
            name: string;
            /** @description Up to 5 addresses that are notified by default. */
            recipients: string[];
            settings: components["schemas"]["FormSettings"];
            /** @description Types of files that the form accepts. */
            uploadTypes: ("images" | "pdf" | "documents" | "spreadsheets" | "presentations" | "text" | "archives")[];
            /** @description Up to 100 words and phrases. Messages that contain one go to spam. */
            blockedWords: string[];
            /**
             * Format: int64
             * @description How many days to keep spam, 1–365. Null keeps it until it's deleted.
             */
            spamRetentionDays: number | null;
            /** @description The fields that the form knows. */
            fields: {
                /** @description In the order shown. */
                fields: components["schemas"]["Field"][];
                /**
                 * @description Fields that aren't in the list: `accept` stores them, `drop` doesn't, and `reject` rejects the submission.
                 * @enum {string}
                 */
                otherFields: "accept" | "drop" | "reject";
                /**
                 * @description Values that don't fit: `reject` rejects the submission with 422, `mark` stores it and lists them in `invalidFields`.
                 * @enum {string}
                 */
                onInvalid: "reject" | "mark";
            };
            /** @description Text and appearance of the hosted page, without its logo. */
            page: {
                /** @description Heading of the hosted form, 1–120 characters on one line. Null for ours in the visitor's language. */
                title?: string | null;
                /** @description Text below the heading, up to 1,000 characters. Null for ours in the visitor's language. */
                intro?: string | null;
                /** @description Label of the button, 1–60 characters on one line. Null for ours in the visitor's language. */
                button?: string | null;
                /** @description Heading of the thank-you page, 1–120 characters on one line. Null for ours in the visitor's language. */
                thanksTitle?: string | null;
                /** @description Text of the thank-you page, up to 2,000 characters. Null for ours in the visitor's language. */
                thanksText?: string | null;
                /** @description Label of a link on the thank-you page. Null for its address. */
                thanksLinkText?: string | null;
                /**
                 * Format: uri
                 * @description Where the link on the thank-you page leads: an http or https URL. Null for a link to the form.
                 */
                thanksLinkUrl?: string | null;
                /** @description Color of buttons and links, like `#2751b4`. Made darker or lighter to stay readable. Null for the workspace's, or ours. */
                accent?: string | null;
                /**
                 * @description `auto` follows the visitor's device.
                 * @enum {string}
                 */
                theme?: "auto" | "light" | "dark";
                /**
                 * @description `auto` follows the visitor's browser.
                 * @enum {string}
                 */
                language?: "auto" | "en" | "de" | "fr" | "es" | "it" | "pt" | "pt-BR" | "nl" | "pl" | "uk" | "tr" | "ar" | "he" | "ja" | "zh" | "zh-Hant";
                /** @description Whether visitors who leave an email address have to confirm their message by email (double opt-in). Requires a verified Turnstile widget or own challenge. */
                confirmEmail?: boolean;
            };
            /** @description When the form is open, and what happens to its submissions. */
            options: {
                /**
                 * Format: int64
                 * @description When the form opens, in Unix epoch milliseconds. Earlier submissions are rejected with 403 `form_closed`. Null for no limit.
                 */
                opensAt: number | null;
                /**
                 * Format: int64
                 * @description When the form closes, in Unix epoch milliseconds. Later submissions are rejected with 403 `form_closed`. Null for no limit.
                 */
                closesAt: number | null;
                /** @description How many submissions the form has room for, 1–1,000,000: those in its inbox and archive, and those that wait for their visitor. Spam doesn't count. Once it's full, it's closed, until one is deleted or moved to spam. Null for no limit. */
                maxSubmissions: number | null;
                /** @description What visitors read while the form is closed, 1–500 characters. Null for ours in the visitor's language. */
                closedText: string | null;
                /** @description Whether submissions keep where they were written. */
                keepContext: boolean;
                /** @description Whether notification emails have the files of a submission attached, up to 5 MB in total. Beyond that they're linked. */
                attachFiles: boolean;
                /**
                 * @description How the form responds to scripts: with JSON, or with the text `OK` or the error's message. Scripts that ask for JSON always get it.
                 * @enum {string}
                 */
                scriptAnswer: "json" | "text";
            };
            /** @description How the content of messages is judged. */
            spam: {
                /**
                 * @description `watch` delivers all messages and marks those that look like spam. `move` puts what is judged as spam in the spam folder, and no one is notified. `off` doesn't judge messages by their content.
                 * @enum {string}
                 */
                filter: "off" | "watch" | "move";
                /** @description Whether pages ask visitors' browsers to solve this service's own challenge. It never rejects a submission: a missing or wrong solution is a sign of spam. */
                challenge: boolean;
            };
            /** @description Rules that pick who is notified. */
            routing: {
                /** @description Whether the rules apply. */
                enabled: boolean;
                /** @description In the order they're evaluated. */
                rules: {
                    /** @description 1–60 characters. */
                    name: string;
                    /** @description Exact name of the field to compare. */
                    field: string;
                    /**
                     * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
                     * @enum {string}
                     */
                    operator: "equals" | "contains" | "present";
                    /** @description The value to compare with. Ignored by `present`. */
                    value: string | null;
                    /** @description Addresses that are notified if this is the first matching rule. */
                    recipients: string[];
                }[];
            };
            /** @description The auto-reply, or null without one. */
            autoresponder: {
                /** @description Requires a verified Turnstile widget or own challenge. */
                enabled: boolean;
                /** @description 1–150 characters on one line, trimmed. */
                subject: string;
                /** @description 1–3,000 characters, trimmed. */
                message: string;
                /** @description What the reply repeats of the visitor's message, never files: `choices` for selected options, numbers, and dates of the form's fields; `all` for texts too, if the visitor has confirmed their address (`confirmEmail` of the form's page), and else the same as `choices`. Omit to keep the saved value, initially `none`. */
                includeAnswers?: components["schemas"]["IncludeAnswers"];
                /** @description The address that receives visitors' replies, or null if it's unknown. */
                replyAddress: string | null;
            } | null;
            /** @description The form's webhook, without its signing secret. Null without one. */
            webhook: {
                /** @description Null if it was left out, because it's a secret or could contain one. */
                url: string | null;
                /** @description Whether submissions trigger events. */
                enabled: boolean;
            } | null;
            /** @description Up to 10 places where messages go besides email. */
            destinations: {
                /** @description 1–60 characters. */
                name: string;
                /** @description Whether submissions are sent to it. Test events are always sent. */
                enabled: boolean;
                /** @description The events it gets. */
                events: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | (string & {}))[];
                /** @description Which submissions it gets. Null for every submission. */
                conditions: components["schemas"]["Conditions"] | null;
                /** @description `full`, or `link` for the sender's name and a link to the message only. */
                content: "full" | "link" | (string & {});
                /** @description What it is. */
                kind: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets" | (string & {});
                /** @description Null if it was left out, because it's a secret or could contain one. */
                url: string | null;
            }[];
            /** @description What the form has and the template doesn't. Ignored when a form is created. */
            leftOut: ("logo" | "turnstile" | "webhook_url" | "destination_urls" | "webhook_headers" | "subscriptions" | "recipients" | "integrations" | (string & {}))[];
        };
        /** @description A form with its Turnstile widget. */
        FormWithWidget: {
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            id: string;
            /** @description 1–80 characters. */
            name: string;
            /**
             * @description While `paused`, new submissions are rejected with 403 form_paused. Stored submissions are kept.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients who are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description The key for `POST /f/{publicKey}`. It can only create submissions. */
            publicKey: string;
            /** @description The Turnstile widget, or null if none is connected. */
            turnstile: components["schemas"]["Turnstile"] | null;
        };
        /** @description An import of messages from a file. */
        Import: {
            /**
             * Format: uuid
             * @description UUID of the import.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form that gets the messages.
             */
            formId: string;
            /** @description As uploaded. */
            filename: string;
            /**
             * Format: int64
             * @description Bytes uploaded so far.
             */
            sizeBytes: number;
            /**
             * Format: int64
             * @description Parts uploaded so far: the number of the next one.
             */
            parts: number;
            /** @description `uploading` until it's started, `checking` during a dry run, `ready` after it, `importing`, then `completed`, `canceled`, or `failed`. `undoing` and `undone` if someone undoes it. */
            status: "uploading" | "checking" | "ready" | "importing" | "completed" | "canceled" | "failed" | "undoing" | "undone" | (string & {});
            /** @description How the file is read. Null until it's started. */
            settings: components["schemas"]["ImportSettings"] | null;
            /**
             * Format: int64
             * @description Messages of the file read so far.
             */
            rows: number;
            /**
             * Format: int64
             * @description Messages in the file. Null before the first dry run.
             */
            totalRows: number | null;
            /**
             * Format: int64
             * @description Messages imported, spam included; in a dry run, those that would be.
             */
            imported: number;
            /**
             * Format: int64
             * @description Of them, those in the spam folder.
             */
            spam: number;
            /**
             * Format: int64
             * @description Messages left out because they're already here.
             */
            duplicates: number;
            /**
             * Format: int64
             * @description Messages left out because they're older than the form keeps messages.
             */
            expired: number;
            /**
             * Format: int64
             * @description Messages left out because of a problem.
             */
            skipped: number;
            /**
             * Format: int64
             * @description Messages that undoing the import has deleted.
             */
            undone: number;
            /**
             * Format: int64
             * @description Messages that undoing the import has kept, because someone changed them.
             */
            kept: number;
            /**
             * Format: int64
             * @description Number of problems, including those that aren't listed.
             */
            problemCount: number;
            /** @description The first 200 problems. */
            problems: components["schemas"]["ImportProblem"][];
            /** @description Why the import failed, or why its dry run couldn't read the whole file. Null otherwise. */
            failure: string | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null before that.
             */
            startedAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null before that.
             */
            endedAt: number | null;
            /**
             * Format: int64
             * @description Until when it can be undone, in Unix epoch milliseconds. Null if it can't.
             */
            undoUntil: number | null;
        };
        /** @description What happens to one column of the file. */
        ImportColumn: {
            /** @description The column's name in the file. In JSON, the path to it: `data.email`. A repeated name has ` (2)` after it. */
            column: string;
            /**
             * @description `field`: a value the visitor sent. `fields`: several of them, as a JSON object. `date`: when it was received. `id`: the message's ID there. `spam`: whether it's spam. `drop`: not imported.
             * @enum {string}
             */
            use: "field" | "fields" | "date" | "id" | "spam" | "drop";
            /** @description The field's name here. Without effect for other uses. */
            name: string;
            /** @description Whether a cell has several values, separated by `listSeparator`. */
            isList: boolean;
        };
        /** @description How a file would be read. */
        ImportPreview: {
            settings: components["schemas"]["ImportSettings"];
            /** @description The first values of each column, at most 3. */
            samples: {
                /** @description The column's name. */
                column: string;
                /** @description Its first values that aren't blank. */
                values: string[];
            }[];
            /** @description The first three dates. */
            dates: {
                /** @description As in the file. */
                text: string;
                /**
                 * Format: int64
                 * @description As it's read. Null if it isn't a date.
                 */
                at: number | null;
            }[];
            /** @description Whether day and month could be the other way round. Then `dateFormat` has to be set. */
            isDateAmbiguous: boolean;
            /** @description Whether the dates name their own zone or offset. */
            hasTimeZones: boolean;
            /** @description The first 20 messages as they'd be imported. */
            rows: {
                /**
                 * Format: int64
                 * @description The message's place in the file, starting at 1.
                 */
                row: number;
                /**
                 * Format: int64
                 * @description In Unix epoch milliseconds. Null if its date can't be read.
                 */
                receivedAt: number | null;
                /** @description Where it goes. */
                folder: "archive" | "spam" | (string & {});
                /** @description The sender's name, or null. */
                name: string | null;
                /** @description The sender's address, or null. */
                email: string | null;
                /** @description The values as they'd be stored. */
                fields: {
                    [key: string]: string | string[];
                };
                /** @description What doesn't fit in it. */
                problems: components["schemas"]["ImportProblem"][];
            }[];
            /**
             * Format: int64
             * @description Days the form keeps messages. Older ones aren't imported. Null: all are kept.
             */
            retentionDays: number | null;
        };
        /** @description Something that doesn't fit in one row of the file. */
        ImportProblem: {
            /**
             * Format: int64
             * @description The message's place in the file, starting at 1.
             */
            row: number;
            /** @description The column, or null. */
            column: string | null;
            /** @description What's wrong. */
            message: string;
            /** @description Whether the message isn't imported because of it. */
            skipped: boolean;
        };
        /** @description How the file is read. */
        ImportSettings: {
            /**
             * @description The kind of file.
             * @enum {string}
             */
            format: "csv" | "json";
            /**
             * @description The service that the file is from.
             * @enum {string}
             */
            source: "form_intake" | "formspree" | "basin" | "netlify" | "getform" | "formspring" | "typeform" | "tally" | "google_forms" | "gravity_forms" | "flamingo" | "wpforms" | "jotform" | "other";
            /**
             * @description The file's character encoding.
             * @enum {string}
             */
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            /**
             * @description What separates the cells of a CSV file. Null for JSON.
             * @enum {string|null}
             */
            delimiter: "," | ";" | "\t" | null;
            /**
             * @description The order of day, month, and year in the date column; `epoch` for seconds or milliseconds since 1970. Dates that begin with the year are read in any case.
             * @enum {string}
             */
            dateFormat: "ymd" | "dmy" | "mdy" | "epoch";
            /** @description The time zone of dates that don't name one, like `Europe/Berlin`. */
            timeZone: string;
            /** @description What separates the values of a list. */
            listSeparator: string;
            /** @description The columns, in the order of the file. */
            columns: components["schemas"]["ImportColumn"][];
        };
        /** @description What to read differently than guessed. Leave out what the preview got right. */
        ImportSettingsInput: {
            /**
             * @description The service that the file is from.
             * @enum {string}
             */
            source?: "form_intake" | "formspree" | "basin" | "netlify" | "getform" | "formspring" | "typeform" | "tally" | "google_forms" | "gravity_forms" | "flamingo" | "wpforms" | "jotform" | "other";
            /**
             * @description The file's character encoding.
             * @enum {string}
             */
            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            /**
             * @description What separates the cells of a CSV file. Null for JSON.
             * @enum {string|null}
             */
            delimiter?: "," | ";" | "\t" | null;
            /**
             * @description The order of day, month, and year in the date column; `epoch` for seconds or milliseconds since 1970. Dates that begin with the year are read in any case.
             * @enum {string}
             */
            dateFormat?: "ymd" | "dmy" | "mdy" | "epoch";
            /** @description The time zone of dates that don't name one, like `Europe/Berlin`. */
            timeZone?: string;
            /** @description What separates the values of a list. */
            listSeparator?: string;
            /** @description The columns that differ from the guesses, by name. */
            columns?: components["schemas"]["ImportColumn"][];
        };
        /**
         * @description What the reply repeats of the visitor's message, never files: `choices` for selected options, numbers, and dates of the form's fields; `all` for texts too, if the visitor has confirmed their address (`confirmEmail` of the form's page), and else the same as `choices`.
         * @enum {string}
         */
        IncludeAnswers: "none" | "choices" | "all";
        /** @description A submitted value that doesn't fit its field. */
        InvalidField: {
            /** @description Name of the field. */
            name: string;
            /** @description What's wrong, to read after the field's name. */
            message: string;
        };
        /** @description What a colleague says about a submission. Visitors never see it. */
        Note: {
            /**
             * Format: uuid
             * @description UUID of the note.
             */
            id: string;
            /** @description What was written, as plain text. */
            text: string;
            author: components["schemas"]["Author"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description When the text was last changed, in Unix epoch milliseconds. Equal to `createdAt` if it wasn't.
             */
            updatedAt: number;
        };
        NoteInput: {
            /** @description Plain text, 1–5,000 characters. `@` and a member's name mentions them: they get an email. */
            text: string;
        };
        NotesInput: {
            /** @description UUIDs of the submissions. */
            ids: string[];
            /** @description Plain text, 1–5,000 characters. `@` and a member's name mentions them: they get an email. */
            text: string;
        };
        /** @description Who is notified of the submission, decided when it was accepted. */
        NotificationPlan: {
            /** @description Verified recipients. Empty if no one is notified. */
            recipients: {
                /**
                 * Format: uuid
                 * @description UUID of the recipient.
                 */
                id: string;
                /** @description The notified address. */
                email: string;
            }[];
            /** @description Why these recipients were picked. `not_immediately` if the form's recipients are members who get digests or nothing. `held` if no one is notified until the submission is released, `waiting` until the visitor confirms it. `imported` if it came from a file: then no one is notified. */
            reason: "form_recipients" | "routing_rule" | "notifications_disabled" | "not_immediately" | "spam" | "held" | "waiting" | "imported" | (string & {});
            /**
             * Format: uuid
             * @description The first routing rule that matched, or null.
             */
            ruleId: string | null;
            /** @description The rule's name, or null. */
            ruleName: string | null;
        };
        /** @description A member of the workspace, or someone who was one. */
        Person: {
            /**
             * Format: uuid
             * @description UUID of the member.
             */
            id: string;
            /** @description Their name, or their email address if they gave none. */
            name: string;
        };
        PreviewAutoresponderInput: {
            /** @description Requires a verified Turnstile widget or own challenge. */
            enabled: boolean;
            /** @description 1–150 characters on one line, trimmed. */
            subject: string;
            /** @description 1–3,000 characters, trimmed. */
            message: string;
            /**
             * Format: uuid
             * @description The verified recipient who receives the visitor's replies. An auto-reply that is off may still name one that was removed.
             */
            replyRecipientId: string;
            includeAnswers?: components["schemas"]["IncludeAnswers"];
        };
        PreviewImportInput: {
            settings?: components["schemas"]["ImportSettingsInput"];
        };
        PreviewRoutingInput: {
            /** @description The rules to test, without a revision. */
            config: {
                /** @description If false, the form's default recipients are notified and rules are ignored. */
                enabled: boolean;
                /** @description Up to 10 rules, in the order they're evaluated. */
                rules: {
                    /**
                     * Format: uuid
                     * @description A UUID you generate, unique among the rules.
                     */
                    id: string;
                    /** @description 1–60 characters on one line, trimmed. */
                    name: string;
                    /** @description Name of a submitted field. Must not be a reserved name or the honeypot. `$page`, `$title`, `$referrer`, and `$utm.source` to `$utm.content` are where the message was written. */
                    field: string;
                    /**
                     * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
                     * @enum {string}
                     */
                    operator: "equals" | "contains" | "present";
                    /** @description 1–200 characters, not only spaces. Optional for `present`, which ignores it. */
                    value?: string | null;
                    /** @description 1–5 distinct verified recipients. */
                    recipientIds: string[];
                }[];
            };
            /** @description Fields a visitor would submit: names and values. */
            fields: {
                [key: string]: string | string[];
            };
        };
        /** @description An email address that forms can notify once it's verified. */
        Recipient: {
            /**
             * Format: uuid
             * @description UUID of the recipient.
             */
            id: string;
            /** @description The email address that is notified. */
            email: string;
            /** @description `pending` until the address is confirmed. */
            status: "pending" | "verified" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null while pending.
             */
            verifiedAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /** @description Why it gets no notifications until it's confirmed again: an email bounced permanently, or its reader complained. Null if it isn't blocked. */
            blockedReason: "bounced" | "complained" | (string & {}) | null;
        };
        /** @description A recipient that was just sent a confirmation email. */
        RecipientPending: {
            /**
             * Format: uuid
             * @description UUID of the recipient.
             */
            id: string;
            /** @description The email address that is notified. */
            email: string;
            /** @description `pending` until the address is confirmed. */
            status: "pending" | "verified" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null while pending.
             */
            verifiedAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /** @description Why it gets no notifications until it's confirmed again: an email bounced permanently, or its reader complained. Null if it isn't blocked. */
            blockedReason: "bounced" | "complained" | (string & {}) | null;
            /**
             * Format: int64
             * @description When it was sent, in Unix epoch milliseconds.
             */
            verificationSentAt: number;
            /**
             * Format: int64
             * @description When it can be resent, in Unix epoch milliseconds.
             */
            resendAvailableAt: number;
        };
        ReplayWebhookInput: {
            /** @description Start of the period, in Unix epoch milliseconds. */
            from: number;
            /** @description End of the period, exclusive, in Unix epoch milliseconds. */
            to: number;
            /**
             * @description `undelivered` for submissions with an event that never arrived.
             * @enum {string}
             */
            status: "undelivered" | "all";
        };
        /** @description A reply to the sender of a submission. */
        Reply: {
            /**
             * Format: uuid
             * @description UUID of the reply, and of its delivery in the submission's `deliveries`.
             */
            id: string;
            /** @description What was written, without the quote below it. */
            text: string;
            /** @description The visitor's address. */
            email: string;
            /** @description Where what the visitor writes back goes. */
            replyTo: string;
            author: components["schemas"]["Author"];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /** @description `retrying` if another attempt is scheduled. `failed` and `uncertain` notifications and replies can be retried manually. */
            status: "queued" | "sending" | "retrying" | "sent" | "failed" | "uncertain" | "cancelled" | (string & {});
            /**
             * Format: int64
             * @description Until when DELETE can undo it, in Unix epoch milliseconds. Null once it's being sent.
             */
            undoUntil: number | null;
        };
        /** @description The submission, which is in the inbox now. */
        RestoredSubmission: {
            /**
             * Format: uuid
             * @description UUID of the submission.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            formId: string;
            /** @description The form's current name. */
            formName: string;
            /** @description The folder the submission is in. While it waits for confirmation it's in none, and this is `inbox`, where it goes then. */
            folder: components["schemas"]["Folder"];
            /** @description Whether it has been read. */
            read: boolean;
            /**
             * Format: int64
             * @description When it arrived, in Unix epoch milliseconds. For one that the visitor confirmed, when they did.
             */
            receivedAt: number;
            /** @description The sender's name, from the field that asks for it whatever it's called: by autofill, `name`, or a name that means this. */
            name: string | null;
            /** @description The sender's address, from the field that asks for it whatever it's called: of type `email`, `email`, `_replyto`, a name that means this, or the only address. */
            email: string | null;
            /** @description Whether its content looks like spam, and no one has decided yet. `signals` says why. */
            suspected: boolean;
            /**
             * Format: int64
             * @description When it was answered, in Unix epoch milliseconds. Null if it wasn't.
             */
            answeredAt: number | null;
            /** @description The member who answered it. Null if no one did, or a token. */
            answeredBy: components["schemas"]["Person"] | null;
            /** @description The member it's assigned to. Null if it's unassigned. */
            assignee: components["schemas"]["Person"] | null;
            /** @description Submitted values by field name, in the order submitted. Repeated names have a list of values. */
            fields: {
                [key: string]: string | string[];
            };
            /** @description Why it's in spam: the honeypot, a blocked sender, a blocked word, its content, or someone who moved it there. Null outside spam. */
            spamReason: "honeypot" | "blocked_sender" | "blocked_word" | "content" | "manual" | (string & {}) | null;
            /** @description The signs for or against spam that its content had when it arrived, strongest first. With 2 points or more, it's suspected. Empty if nothing was found, or if it wasn't judged. */
            signals: {
                /** @description What was found. */
                code: "gibberish" | "probe" | "burst" | "markup" | "echo" | "disguise" | "host" | "promo" | "sites" | "links" | "script" | "handle" | "disposable" | "dotted" | "fast" | "challenge" | "words" | "model" | (string & {});
                /**
                 * Format: int64
                 * @description Negative for what speaks for the message.
                 */
                points: number;
                /** @description What was found, in words. */
                text: string;
            }[];
            /** @description Values that don't fit the form's fields, if the form marks them. Null if all fit. */
            invalidFields: components["schemas"]["InvalidField"][] | null;
            /** @description The character encoding that had to be guessed, because the page named none or a wrong one, such as `windows-1252`. Null if nothing was guessed. */
            guessedCharset: string | null;
            /** @description Where it was written. Null if nothing is known, or if the form doesn't keep it. */
            context: {
                /** @description Address of the page, without its query except for `utm_*`. */
                pageUrl: string | null;
                /** @description Title of the page. */
                pageTitle: string | null;
                /** @description Host of the page from which the visitor came. */
                referrer: string | null;
                /** @description The campaign that led to the page. */
                utm: {
                    /** @description `utm_source` of the page's address. */
                    source: string | null;
                    /** @description `utm_medium` of the page's address. */
                    medium: string | null;
                    /** @description `utm_campaign` of the page's address. */
                    campaign: string | null;
                    /** @description `utm_term` of the page's address. */
                    term: string | null;
                    /** @description `utm_content` of the page's address. */
                    content: string | null;
                };
            } | null;
            /**
             * Format: int64
             * @description When it will be deleted, in Unix epoch milliseconds. Null if it's kept until you delete it.
             */
            expiresAt: number | null;
            /** @description `allowance` if it was accepted beyond the monthly allowance: its notifications and events are sent when the next month begins or the allowance grows. Null otherwise. */
            heldReason: "allowance" | (string & {}) | null;
            /** @description The visitor's confirmation by email (double opt-in), if one was asked for. Null otherwise. */
            confirmation: {
                /** @description `waiting` until the visitor presses the button of the email's link. */
                status: "waiting" | "confirmed" | (string & {});
                /**
                 * Format: int64
                 * @description When it was submitted, in Unix epoch milliseconds.
                 */
                requestedAt: number;
                /**
                 * Format: int64
                 * @description When the visitor confirmed it, in Unix epoch milliseconds. Null before that.
                 */
                confirmedAt: number | null;
                /** @description The IP address from which the visitor confirmed it. Null before that, or if unknown. */
                address: string | null;
            } | null;
            /**
             * Format: uuid
             * @description UUID of the import that brought it from a file. Null if a visitor sent it here.
             */
            importId: string | null;
            notificationPlan: components["schemas"]["NotificationPlan"];
            /** @description The emails and the event that were queued. */
            queued: {
                /**
                 * Format: int64
                 * @description Number of notification emails.
                 */
                emails: number;
                /**
                 * Format: int64
                 * @description Number of webhook events.
                 */
                events: number;
            };
        };
        /** @description The delivery, which is queued again. */
        RetriedWebhookDelivery: {
            /** @description Human-readable message. */
            message: string;
            delivery: components["schemas"]["WebhookDeliveryItem"];
        };
        RetryEmailInput: {
            /** @description Required to retry an `uncertain` delivery, which may already have arrived. */
            acknowledgePossibleDuplicate?: boolean;
        };
        /** @description The revision you last read. */
        Revision: string;
        RotateDestinationSecretInput: {
            /** @description How long the old secret signs too. 0 by default. */
            overlapHours?: number;
        };
        RotateWebhookSecretInput: {
            revision: components["schemas"]["Revision"];
        };
        /** @description Rules that pick who is notified of a submission, based on its fields. */
        Routing: {
            /** @description Changes with every save. Send it with your next update. Null before the first save. */
            revision: string | null;
            /** @description If false, the form's default recipients are notified and rules are ignored. */
            enabled: boolean;
            /** @description In the order they're evaluated. */
            rules: components["schemas"]["RoutingRule"][];
        };
        /** @description A routing rule. The first matching rule applies. */
        RoutingRule: {
            /**
             * Format: uuid
             * @description UUID of the rule.
             */
            id: string;
            /** @description 1–60 characters. */
            name: string;
            /** @description Exact name of the field to compare. */
            field: string;
            /**
             * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
             * @enum {string}
             */
            operator: "equals" | "contains" | "present";
            /** @description The value to compare with. Ignored by `present`. */
            value: string | null;
            /** @description Who is notified if this is the first matching rule. */
            recipientIds: string[];
        };
        SaveAutoresponderInput: {
            /** @description The revision you last read, or null on the first save. */
            revision: string | null;
            /** @description Requires a verified Turnstile widget or own challenge. */
            enabled: boolean;
            /** @description 1–150 characters on one line, trimmed. */
            subject: string;
            /** @description 1–3,000 characters, trimmed. */
            message: string;
            /**
             * Format: uuid
             * @description The verified recipient who receives the visitor's replies. An auto-reply that is off may still name one that was removed.
             */
            replyRecipientId: string;
            /** @description What the reply repeats of the visitor's message, never files: `choices` for selected options, numbers, and dates of the form's fields; `all` for texts too, if the visitor has confirmed their address (`confirmEmail` of the form's page), and else the same as `choices`. Omit to keep the saved value, initially `none`. */
            includeAnswers?: components["schemas"]["IncludeAnswers"];
        };
        SaveFieldsInput: {
            /** @description The revision you last read, or null on the first save. */
            revision: string | null;
            /** @description Up to 50 fields in the order shown, at most 32 KB as JSON. If empty, submissions aren't checked. */
            fields: components["schemas"]["Field"][];
            /**
             * @description Fields that aren't in the list: `accept` stores them, `drop` doesn't, and `reject` rejects the submission.
             * @enum {string}
             */
            otherFields?: "accept" | "drop" | "reject";
            /**
             * @description Values that don't fit: `reject` rejects the submission with 422, `mark` stores it and lists them in `invalidFields`.
             * @enum {string}
             */
            onInvalid?: "reject" | "mark";
        };
        SavePageInput: {
            /** @description The revision you last read, or null on the first save. */
            revision: string | null;
            /** @description Heading of the hosted form, 1–120 characters on one line. Null for ours in the visitor's language. */
            title?: string | null;
            /** @description Text below the heading, up to 1,000 characters. Null for ours in the visitor's language. */
            intro?: string | null;
            /** @description Label of the button, 1–60 characters on one line. Null for ours in the visitor's language. */
            button?: string | null;
            /** @description Heading of the thank-you page, 1–120 characters on one line. Null for ours in the visitor's language. */
            thanksTitle?: string | null;
            /** @description Text of the thank-you page, up to 2,000 characters. Null for ours in the visitor's language. */
            thanksText?: string | null;
            /** @description Label of a link on the thank-you page. Null for its address. */
            thanksLinkText?: string | null;
            /**
             * Format: uri
             * @description Where the link on the thank-you page leads: an http or https URL. Null for a link to the form.
             */
            thanksLinkUrl?: string | null;
            /** @description Color of buttons and links, like `#2751b4`. Made darker or lighter to stay readable. Null for the workspace's, or ours. */
            accent?: string | null;
            /**
             * @description `auto` follows the visitor's device.
             * @enum {string}
             */
            theme?: "auto" | "light" | "dark";
            /**
             * @description `auto` follows the visitor's browser.
             * @enum {string}
             */
            language?: "auto" | "en" | "de" | "fr" | "es" | "it" | "pt" | "pt-BR" | "nl" | "pl" | "uk" | "tr" | "ar" | "he" | "ja" | "zh" | "zh-Hant";
            /** @description Read-only: what you send is ignored. Address of the logo, which is uploaded in the dashboard and changes its address with every upload. Null without one of the form's own: its pages then show the workspace's. */
            logoUrl?: string | null;
            /** @description Whether visitors who leave an email address have to confirm their message by email (double opt-in). Requires a verified Turnstile widget or own challenge. */
            confirmEmail?: boolean;
        };
        SaveRoutingInput: {
            /** @description The revision you last read, or null on the first save. */
            revision: string | null;
            /** @description If false, the form's default recipients are notified and rules are ignored. */
            enabled: boolean;
            /** @description Up to 10 rules, in the order they're evaluated. */
            rules: {
                /**
                 * Format: uuid
                 * @description A UUID you generate, unique among the rules.
                 */
                id: string;
                /** @description 1–60 characters on one line, trimmed. */
                name: string;
                /** @description Name of a submitted field. Must not be a reserved name or the honeypot. `$page`, `$title`, `$referrer`, and `$utm.source` to `$utm.content` are where the message was written. */
                field: string;
                /**
                 * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
                 * @enum {string}
                 */
                operator: "equals" | "contains" | "present";
                /** @description 1–200 characters, not only spaces. Optional for `present`, which ignores it. */
                value?: string | null;
                /** @description 1–5 distinct verified recipients. */
                recipientIds: string[];
            }[];
        };
        SaveWebhookInput: {
            /**
             * Format: uri
             * @description An HTTPS URL on port 443 whose host is under a public suffix, at most 2,000 characters, without credentials or a fragment. Operators can allow other hosts and ports.
             */
            url: string;
            /** @description Whether submissions trigger events. Test events are always sent. */
            enabled: boolean;
            /** @description The revision you last read. Omit when you create the webhook. */
            revision?: components["schemas"]["Revision"];
        };
        /** @description A text that members use again when they reply to messages. */
        SavedReply: {
            /**
             * Format: uuid
             * @description UUID of the saved reply.
             */
            id: string;
            /** @description What members find it by. */
            name: string;
            /** @description Plain text, with placeholders as they were typed. */
            text: string;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @enum {string} */
        ScopeName: "forms:read" | "forms:write" | "submissions:read" | "submissions:write" | "submissions:reply" | "submissions:import" | "files:read" | "recipients:read" | "recipients:write" | "integrations:read" | "integrations:write" | "usage:read";
        SendReplyInput: {
            /** @description Plain text, 1–10,000 characters, trimmed. What the visitor wrote is quoted below it. */
            text: string;
            /**
             * Format: uuid
             * @description The member whose confirmed address gets what the visitor writes back. By default the member who sends the reply; for a token, a recipient of the submission or else an owner.
             */
            replyToMemberId?: string;
        };
        StartImportInput: {
            settings?: components["schemas"]["ImportSettingsInput"];
            /** @description Set to `true` to read the whole file and store nothing. */
            dryRun?: boolean;
        };
        /** @description A stored submission. */
        Submission: {
            /**
             * Format: uuid
             * @description UUID of the submission.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            formId: string;
            /** @description The form's current name. */
            formName: string;
            /** @description The folder the submission is in. While it waits for confirmation it's in none, and this is `inbox`, where it goes then. */
            folder: components["schemas"]["Folder"];
            /** @description Whether it has been read. */
            read: boolean;
            /**
             * Format: int64
             * @description When it arrived, in Unix epoch milliseconds. For one that the visitor confirmed, when they did.
             */
            receivedAt: number;
            /** @description The sender's name, from the field that asks for it whatever it's called: by autofill, `name`, or a name that means this. */
            name: string | null;
            /** @description The sender's address, from the field that asks for it whatever it's called: of type `email`, `email`, `_replyto`, a name that means this, or the only address. */
            email: string | null;
            /** @description Whether its content looks like spam, and no one has decided yet. `signals` says why. */
            suspected: boolean;
            /**
             * Format: int64
             * @description When it was answered, in Unix epoch milliseconds. Null if it wasn't.
             */
            answeredAt: number | null;
            /** @description The member who answered it. Null if no one did, or a token. */
            answeredBy: components["schemas"]["Person"] | null;
            /** @description The member it's assigned to. Null if it's unassigned. */
            assignee: components["schemas"]["Person"] | null;
            /** @description Submitted values by field name, in the order submitted. Repeated names have a list of values. */
            fields: {
                [key: string]: string | string[];
            };
            /** @description Why it's in spam: the honeypot, a blocked sender, a blocked word, its content, or someone who moved it there. Null outside spam. */
            spamReason: "honeypot" | "blocked_sender" | "blocked_word" | "content" | "manual" | (string & {}) | null;
            /** @description The signs for or against spam that its content had when it arrived, strongest first. With 2 points or more, it's suspected. Empty if nothing was found, or if it wasn't judged. */
            signals: {
                /** @description What was found. */
                code: "gibberish" | "probe" | "burst" | "markup" | "echo" | "disguise" | "host" | "promo" | "sites" | "links" | "script" | "handle" | "disposable" | "dotted" | "fast" | "challenge" | "words" | "model" | (string & {});
                /**
                 * Format: int64
                 * @description Negative for what speaks for the message.
                 */
                points: number;
                /** @description What was found, in words. */
                text: string;
            }[];
            /** @description Values that don't fit the form's fields, if the form marks them. Null if all fit. */
            invalidFields: components["schemas"]["InvalidField"][] | null;
            /** @description The character encoding that had to be guessed, because the page named none or a wrong one, such as `windows-1252`. Null if nothing was guessed. */
            guessedCharset: string | null;
            /** @description Where it was written. Null if nothing is known, or if the form doesn't keep it. */
            context: {
                /** @description Address of the page, without its query except for `utm_*`. */
                pageUrl: string | null;
                /** @description Title of the page. */
                pageTitle: string | null;
                /** @description Host of the page from which the visitor came. */
                referrer: string | null;
                /** @description The campaign that led to the page. */
                utm: {
                    /** @description `utm_source` of the page's address. */
                    source: string | null;
                    /** @description `utm_medium` of the page's address. */
                    medium: string | null;
                    /** @description `utm_campaign` of the page's address. */
                    campaign: string | null;
                    /** @description `utm_term` of the page's address. */
                    term: string | null;
                    /** @description `utm_content` of the page's address. */
                    content: string | null;
                };
            } | null;
            /**
             * Format: int64
             * @description When it will be deleted, in Unix epoch milliseconds. Null if it's kept until you delete it.
             */
            expiresAt: number | null;
            /** @description `allowance` if it was accepted beyond the monthly allowance: its notifications and events are sent when the next month begins or the allowance grows. Null otherwise. */
            heldReason: "allowance" | (string & {}) | null;
            /** @description The visitor's confirmation by email (double opt-in), if one was asked for. Null otherwise. */
            confirmation: {
                /** @description `waiting` until the visitor presses the button of the email's link. */
                status: "waiting" | "confirmed" | (string & {});
                /**
                 * Format: int64
                 * @description When it was submitted, in Unix epoch milliseconds.
                 */
                requestedAt: number;
                /**
                 * Format: int64
                 * @description When the visitor confirmed it, in Unix epoch milliseconds. Null before that.
                 */
                confirmedAt: number | null;
                /** @description The IP address from which the visitor confirmed it. Null before that, or if unknown. */
                address: string | null;
            } | null;
            /**
             * Format: uuid
             * @description UUID of the import that brought it from a file. Null if a visitor sent it here.
             */
            importId: string | null;
            notificationPlan: components["schemas"]["NotificationPlan"];
            /** @description In the order submitted. Files aren't scanned for malware. */
            attachments: components["schemas"]["Attachment"][];
            /** @description Whether the visitor gets an auto-reply, and if not, why. */
            visitorReply: {
                /** @description `not_eligible` if no auto-reply applies, `suppressed` if an opt-out or limit prevented it, `uncertain` if it may have arrived. */
                status: "not_eligible" | "queued" | "sent" | "failed" | "uncertain" | "suppressed" | (string & {});
                /** @description Why no auto-reply is sent. Null if one was or will be sent. `looks_automatic` if the form relies on its own challenge, and the message didn't pass it, has signs of spam, or came after 20 emails to visitors within an hour. */
                reason: "spam" | "not_configured" | "disabled" | "no_consent" | "no_email" | "widget_not_verified" | "looks_automatic" | "opted_out" | "rate_limited" | "held" | "imported" | (string & {}) | null;
            };
            /** @description Oldest first. */
            deliveries: components["schemas"]["EmailDelivery"][];
        };
        /** @description A submission was accepted. Spam doesn't trigger events. */
        SubmissionCreatedEvent: {
            /**
             * Format: uuid
             * @description ID of the event. Stays the same across retries, so use it to deduplicate.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as an ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "submission.created";
            /** @description The event's data. */
            data: {
                /** @description The submission. */
                submission: {
                    /**
                     * Format: uuid
                     * @description UUID of the submission.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description UUID of the form.
                     */
                    formId: string;
                    /** @description The form's name when the submission was received. */
                    formName: string;
                    /**
                     * Format: int64
                     * @description In Unix epoch milliseconds.
                     */
                    receivedAt: number;
                    /** @description Submitted values by field name. Repeated names have a list of values. */
                    fields: {
                        [key: string]: string | string[];
                    };
                    /** @description Where it was written, or null if nothing is known or the form doesn't keep it. Missing in events of release 1.0. */
                    context?: {
                        /** @description Address of the page, without its query except for `utm_*`. */
                        pageUrl: string | null;
                        /** @description Title of the page. */
                        pageTitle: string | null;
                        /** @description Host of the page from which the visitor came. */
                        referrer: string | null;
                        /** @description The campaign that led to the page. */
                        utm: {
                            /** @description `utm_source` of the page's address. */
                            source: string | null;
                            /** @description `utm_medium` of the page's address. */
                            medium: string | null;
                            /** @description `utm_campaign` of the page's address. */
                            campaign: string | null;
                            /** @description `utm_term` of the page's address. */
                            term: string | null;
                            /** @description `utm_content` of the page's address. */
                            content: string | null;
                        };
                    } | null;
                    /** @description Use the API to download files. */
                    attachments: {
                        /**
                         * Format: uuid
                         * @description UUID of the file.
                         */
                        id: string;
                        /** @description Name of the form field. */
                        field: string;
                        /** @description As submitted, without paths and control characters. */
                        filename: string;
                        /** @description Media type, detected from the file's content. */
                        contentType: string;
                        /**
                         * Format: int64
                         * @description In bytes.
                         */
                        size: number;
                        /**
                         * Format: int64
                         * @description When the file will be deleted, in Unix epoch milliseconds.
                         */
                        expiresAt: number;
                    }[];
                    /**
                     * Format: uri
                     * @description The message in the dashboard. Only sent with `content` set to `link`.
                     */
                    url?: string;
                };
            };
        };
        /** @description A submission was permanently deleted, by a person, a token, or its retention period. */
        SubmissionDeletedEvent: {
            /**
             * Format: uuid
             * @description ID of the event. Stays the same across retries, so use it to deduplicate.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as an ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "submission.deleted";
            /** @description The event's data. */
            data: {
                /** @description The submission. */
                submission: {
                    /**
                     * Format: uuid
                     * @description UUID of the submission.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description UUID of the form.
                     */
                    formId: string;
                };
            };
        };
        /** @description The body of every error response to a script. */
        SubmissionError: {
            /** @description The error. */
            error: {
                /** @description Machine-readable error code. We may add codes, so fall back to the status for ones you don't know. */
                code: string;
                /** @description Human-readable explanation. */
                message: string;
                /**
                 * Format: uuid
                 * @description ID of the request in our logs, same as the `X-Request-Id` header. Absent if the request was rejected before it reached the application.
                 */
                requestId?: string;
                /** @description Every validation error in the request. */
                details?: {
                    /** @description Dotted path in the body (`settings.uploads.retentionDays`, `rules.0.value`) or the name of a query parameter. Empty for the whole body. */
                    path: string;
                    /** @description What's wrong with the value. */
                    message: string;
                }[];
            };
            /**
             * @description Always the same for an error. Scripts of websites test for it.
             * @enum {boolean}
             */
            ok: false;
            /**
             * @description Always the same for an error. Scripts of websites test for it.
             * @enum {boolean}
             */
            success: false;
            /** @description The HTTP status. */
            code: number;
            /**
             * @description Always the same for an error. Scripts of websites test for it.
             * @enum {string}
             */
            status: "error";
            /**
             * @description Always the same for an error. Scripts of websites test for it.
             * @enum {string}
             */
            result: "error";
            /** @description For the visitor, in their language: what's wrong, and what they can do. */
            message: string;
            /** @description What's wrong with each field, or what's wrong at all. */
            errors: {
                /** @description Name of the field. Absent if it's no single field. */
                field?: string;
                /** @description Same as `error.code`. */
                code: string;
                /** @description What's wrong, as a sentence for the visitor. */
                message: string;
            }[];
        };
        /** @description A submission without its files, auto-reply, and deliveries. */
        SubmissionFields: {
            /**
             * Format: uuid
             * @description UUID of the submission.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            formId: string;
            /** @description The form's current name. */
            formName: string;
            /** @description The folder the submission is in. While it waits for confirmation it's in none, and this is `inbox`, where it goes then. */
            folder: components["schemas"]["Folder"];
            /** @description Whether it has been read. */
            read: boolean;
            /**
             * Format: int64
             * @description When it arrived, in Unix epoch milliseconds. For one that the visitor confirmed, when they did.
             */
            receivedAt: number;
            /** @description The sender's name, from the field that asks for it whatever it's called: by autofill, `name`, or a name that means this. */
            name: string | null;
            /** @description The sender's address, from the field that asks for it whatever it's called: of type `email`, `email`, `_replyto`, a name that means this, or the only address. */
            email: string | null;
            /** @description Whether its content looks like spam, and no one has decided yet. `signals` says why. */
            suspected: boolean;
            /**
             * Format: int64
             * @description When it was answered, in Unix epoch milliseconds. Null if it wasn't.
             */
            answeredAt: number | null;
            /** @description The member who answered it. Null if no one did, or a token. */
            answeredBy: components["schemas"]["Person"] | null;
            /** @description The member it's assigned to. Null if it's unassigned. */
            assignee: components["schemas"]["Person"] | null;
            /** @description Submitted values by field name, in the order submitted. Repeated names have a list of values. */
            fields: {
                [key: string]: string | string[];
            };
            /** @description Why it's in spam: the honeypot, a blocked sender, a blocked word, its content, or someone who moved it there. Null outside spam. */
            spamReason: "honeypot" | "blocked_sender" | "blocked_word" | "content" | "manual" | (string & {}) | null;
            /** @description The signs for or against spam that its content had when it arrived, strongest first. With 2 points or more, it's suspected. Empty if nothing was found, or if it wasn't judged. */
            signals: {
                /** @description What was found. */
                code: "gibberish" | "probe" | "burst" | "markup" | "echo" | "disguise" | "host" | "promo" | "sites" | "links" | "script" | "handle" | "disposable" | "dotted" | "fast" | "challenge" | "words" | "model" | (string & {});
                /**
                 * Format: int64
                 * @description Negative for what speaks for the message.
                 */
                points: number;
                /** @description What was found, in words. */
                text: string;
            }[];
            /** @description Values that don't fit the form's fields, if the form marks them. Null if all fit. */
            invalidFields: components["schemas"]["InvalidField"][] | null;
            /** @description The character encoding that had to be guessed, because the page named none or a wrong one, such as `windows-1252`. Null if nothing was guessed. */
            guessedCharset: string | null;
            /** @description Where it was written. Null if nothing is known, or if the form doesn't keep it. */
            context: {
                /** @description Address of the page, without its query except for `utm_*`. */
                pageUrl: string | null;
                /** @description Title of the page. */
                pageTitle: string | null;
                /** @description Host of the page from which the visitor came. */
                referrer: string | null;
                /** @description The campaign that led to the page. */
                utm: {
                    /** @description `utm_source` of the page's address. */
                    source: string | null;
                    /** @description `utm_medium` of the page's address. */
                    medium: string | null;
                    /** @description `utm_campaign` of the page's address. */
                    campaign: string | null;
                    /** @description `utm_term` of the page's address. */
                    term: string | null;
                    /** @description `utm_content` of the page's address. */
                    content: string | null;
                };
            } | null;
            /**
             * Format: int64
             * @description When it will be deleted, in Unix epoch milliseconds. Null if it's kept until you delete it.
             */
            expiresAt: number | null;
            /** @description `allowance` if it was accepted beyond the monthly allowance: its notifications and events are sent when the next month begins or the allowance grows. Null otherwise. */
            heldReason: "allowance" | (string & {}) | null;
            /** @description The visitor's confirmation by email (double opt-in), if one was asked for. Null otherwise. */
            confirmation: {
                /** @description `waiting` until the visitor presses the button of the email's link. */
                status: "waiting" | "confirmed" | (string & {});
                /**
                 * Format: int64
                 * @description When it was submitted, in Unix epoch milliseconds.
                 */
                requestedAt: number;
                /**
                 * Format: int64
                 * @description When the visitor confirmed it, in Unix epoch milliseconds. Null before that.
                 */
                confirmedAt: number | null;
                /** @description The IP address from which the visitor confirmed it. Null before that, or if unknown. */
                address: string | null;
            } | null;
            /**
             * Format: uuid
             * @description UUID of the import that brought it from a file. Null if a visitor sent it here.
             */
            importId: string | null;
            notificationPlan: components["schemas"]["NotificationPlan"];
        };
        /** @description Field names and values. Repeated names become a list. Names can be at most 100 characters, values at most 20,000. Leave the form's honeypot field empty. */
        SubmissionForm: {
            /** @description `true` if the visitor opts in to the auto-reply. */
            _service_autoreply?: string;
            /** @description 1–128 visible ASCII characters. Same as the `Idempotency-Key` header, which takes precedence. */
            _service_idempotency_key?: string;
            /** @description Address of the page where it was written. */
            _service_page?: string;
            /** @description Title of that page. */
            _service_title?: string;
            /** @description Address of the page before, from which the visitor came. Only its host is kept. */
            _service_referrer?: string;
            /** @description The Turnstile widget's response. Required while the widget is enabled. */
            "cf-turnstile-response"?: string;
            /** @description The solution of a challenge from `GET /f/{publicKey}/challenge`, by ALTCHA's protocol, if the form asks for its own challenge. It never rejects a submission. */
            altcha?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A submission, as the API lists it. */
        SubmissionItem: {
            /**
             * Format: uuid
             * @description UUID of the submission.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            formId: string;
            /** @description The form's current name. */
            formName: string;
            /** @description The folder the submission is in. While it waits for confirmation it's in none, and this is `inbox`, where it goes then. */
            folder: components["schemas"]["Folder"];
            /** @description Whether it has been read. */
            read: boolean;
            /**
             * Format: int64
             * @description When it arrived, in Unix epoch milliseconds. For one that the visitor confirmed, when they did.
             */
            receivedAt: number;
            /** @description The sender's name, from the field that asks for it whatever it's called: by autofill, `name`, or a name that means this. */
            name: string | null;
            /** @description The sender's address, from the field that asks for it whatever it's called: of type `email`, `email`, `_replyto`, a name that means this, or the only address. */
            email: string | null;
            /** @description Whether its content looks like spam, and no one has decided yet. `signals` says why. */
            suspected: boolean;
            /**
             * Format: int64
             * @description When it was answered, in Unix epoch milliseconds. Null if it wasn't.
             */
            answeredAt: number | null;
            /** @description The member who answered it. Null if no one did, or a token. */
            answeredBy: components["schemas"]["Person"] | null;
            /** @description The member it's assigned to. Null if it's unassigned. */
            assignee: components["schemas"]["Person"] | null;
            /** @description At most 160 characters on one line. */
            preview: string;
            /**
             * Format: int64
             * @description Number of uploaded files.
             */
            attachmentCount: number;
            /** @description The submitted values, only with `include=fields`. */
            fields?: {
                [key: string]: string | string[];
            };
            /** @description Where it was written, or null, only with `include=fields`. */
            context?: {
                /** @description Address of the page, without its query except for `utm_*`. */
                pageUrl: string | null;
                /** @description Title of the page. */
                pageTitle: string | null;
                /** @description Host of the page from which the visitor came. */
                referrer: string | null;
                /** @description The campaign that led to the page. */
                utm: {
                    /** @description `utm_source` of the page's address. */
                    source: string | null;
                    /** @description `utm_medium` of the page's address. */
                    medium: string | null;
                    /** @description `utm_campaign` of the page's address. */
                    campaign: string | null;
                    /** @description `utm_term` of the page's address. */
                    term: string | null;
                    /** @description `utm_content` of the page's address. */
                    content: string | null;
                };
            } | null;
            /** @description The files in the order submitted, only with `include=attachments`. */
            attachments?: components["schemas"]["Attachment"][];
        };
        /** @description Field names mapped to strings, numbers, booleans, and lists and objects of those, nested up to 5 levels. Null values are ignored. Names can be at most 100 characters, values at most 20,000. Leave the form's honeypot field empty. */
        SubmissionJson: {
            /** @description `true` (string or boolean) if the visitor opts in to the auto-reply. */
            _service_autoreply?: boolean | string;
            /** @description 1–128 visible ASCII characters. Same as the `Idempotency-Key` header, which takes precedence. */
            _service_idempotency_key?: string;
            /** @description Address of the page where it was written. */
            _service_page?: string;
            /** @description Title of that page. */
            _service_title?: string;
            /** @description Address of the page before, from which the visitor came. Only its host is kept. */
            _service_referrer?: string;
            /** @description The Turnstile widget's response. Required while the widget is enabled. */
            "cf-turnstile-response"?: string;
            /** @description The solution of a challenge from `GET /f/{publicKey}/challenge`, by ALTCHA's protocol, if the form asks for its own challenge. It never rejects a submission. */
            altcha?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Field names with values or files. Repeated names become a list. Names can be at most 100 characters, values at most 20,000. Leave the form's honeypot field empty. */
        SubmissionMultipart: {
            /** @description `true` if the visitor opts in to the auto-reply. */
            _service_autoreply?: string;
            /** @description 1–128 visible ASCII characters. Same as the `Idempotency-Key` header, which takes precedence. */
            _service_idempotency_key?: string;
            /** @description Address of the page where it was written. */
            _service_page?: string;
            /** @description Title of that page. */
            _service_title?: string;
            /** @description Address of the page before, from which the visitor came. Only its host is kept. */
            _service_referrer?: string;
            /** @description The Turnstile widget's response. Required while the widget is enabled. */
            "cf-turnstile-response"?: string;
            /** @description The solution of a challenge from `GET /f/{publicKey}/challenge`, by ALTCHA's protocol, if the form asks for its own challenge. It never rejects a submission. */
            altcha?: string;
            /** @description Files. Any other field name works, too. At most 5 in total, unless the service has a lower limit. */
            attachments?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description Someone wrote a note about a submission. */
        SubmissionNotedEvent: {
            /**
             * Format: uuid
             * @description ID of the event. Stays the same across retries, so use it to deduplicate.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as an ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "submission.noted";
            /** @description The event's data. */
            data: {
                /** @description The submission. */
                submission: {
                    /**
                     * Format: uuid
                     * @description UUID of the submission.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description UUID of the form.
                     */
                    formId: string;
                };
                /** @description The note. */
                note: {
                    /**
                     * Format: uuid
                     * @description UUID of the note.
                     */
                    id: string;
                    /** @description What was written. */
                    text: string;
                    author: components["schemas"]["Author"];
                    /**
                     * Format: int64
                     * @description In Unix epoch milliseconds.
                     */
                    createdAt: number;
                };
            };
        };
        /** @description A submission was moved, answered, or assigned, or its read state changed. Moves to spam don't trigger events. */
        SubmissionUpdatedEvent: {
            /**
             * Format: uuid
             * @description ID of the event. Stays the same across retries, so use it to deduplicate.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as an ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "submission.updated";
            /** @description The event's data. */
            data: {
                /** @description The submission. */
                submission: {
                    /**
                     * Format: uuid
                     * @description UUID of the submission.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description UUID of the form.
                     */
                    formId: string;
                    /**
                     * @description The folder it's in now.
                     * @enum {string}
                     */
                    folder: "inbox" | "archive";
                    /** @description Whether it's read now. */
                    read: boolean;
                    /**
                     * Format: int64
                     * @description When it was answered, in Unix epoch milliseconds. Null if it isn't.
                     */
                    answeredAt: number | null;
                    /** @description The member who answered it, or null. */
                    answeredBy: components["schemas"]["Person"] | null;
                    /** @description The member it's assigned to, or null. */
                    assignee: components["schemas"]["Person"] | null;
                };
            };
        };
        /** @description A form as `GET /v1/forms/{formId}/template` returns it. Only `version` and `name` are required, and unknown members are ignored. */
        TemplateInput: {
            /**
             * @description Version of the format: 1. A newer one is rejected.
             * @enum {number}
             */
            version: 1;
            /** @description Name of the form, 1–80 characters. */
            name: string;
            /** @description Up to 5 addresses that are notified by default. */
            recipients?: string[];
            settings?: components["schemas"]["FormSettingsInput"];
            /** @description Types of files that the form accepts. */
            uploadTypes?: ("images" | "pdf" | "documents" | "spreadsheets" | "presentations" | "text" | "archives")[];
            /** @description Up to 100 words and phrases. Messages that contain one go to spam. */
            blockedWords?: string[];
            /** @description How many days to keep spam, 1–365. Null keeps it until it's deleted. */
            spamRetentionDays?: number | null;
            /** @description The fields that the form knows. */
            fields?: {
                /** @description Up to 50 fields in the order shown, at most 32 KB as JSON. If empty, submissions aren't checked. */
                fields?: components["schemas"]["Field"][];
                /**
                 * @description Fields that aren't in the list: `accept` stores them, `drop` doesn't, and `reject` rejects the submission.
                 * @enum {string}
                 */
                otherFields?: "accept" | "drop" | "reject";
                /**
                 * @description Values that don't fit: `reject` rejects the submission with 422, `mark` stores it and lists them in `invalidFields`.
                 * @enum {string}
                 */
                onInvalid?: "reject" | "mark";
            };
            /** @description Text and appearance of the hosted page, without its logo. */
            page?: {
                /** @description Heading of the hosted form, 1–120 characters on one line. Null for ours in the visitor's language. */
                title?: string | null;
                /** @description Text below the heading, up to 1,000 characters. Null for ours in the visitor's language. */
                intro?: string | null;
                /** @description Label of the button, 1–60 characters on one line. Null for ours in the visitor's language. */
                button?: string | null;
                /** @description Heading of the thank-you page, 1–120 characters on one line. Null for ours in the visitor's language. */
                thanksTitle?: string | null;
                /** @description Text of the thank-you page, up to 2,000 characters. Null for ours in the visitor's language. */
                thanksText?: string | null;
                /** @description Label of a link on the thank-you page. Null for its address. */
                thanksLinkText?: string | null;
                /**
                 * Format: uri
                 * @description Where the link on the thank-you page leads: an http or https URL. Null for a link to the form.
                 */
                thanksLinkUrl?: string | null;
                /** @description Color of buttons and links, like `#2751b4`. Made darker or lighter to stay readable. Null for the workspace's, or ours. */
                accent?: string | null;
                /**
                 * @description `auto` follows the visitor's device.
                 * @enum {string}
                 */
                theme?: "auto" | "light" | "dark";
                /**
                 * @description `auto` follows the visitor's browser.
                 * @enum {string}
                 */
                language?: "auto" | "en" | "de" | "fr" | "es" | "it" | "pt" | "pt-BR" | "nl" | "pl" | "uk" | "tr" | "ar" | "he" | "ja" | "zh" | "zh-Hant";
                /** @description Whether visitors who leave an email address have to confirm their message by email (double opt-in). Requires a verified Turnstile widget or own challenge. */
                confirmEmail?: boolean;
            };
            /** @description When the form is open, and what happens to its submissions. */
            options?: {
                /** @description When the form opens, in Unix epoch milliseconds. Earlier submissions are rejected with 403 `form_closed`. Null for no limit. */
                opensAt?: number | null;
                /** @description When the form closes, in Unix epoch milliseconds. Later submissions are rejected with 403 `form_closed`. Null for no limit. */
                closesAt?: number | null;
                /** @description How many submissions the form has room for, 1–1,000,000: those in its inbox and archive, and those that wait for their visitor. Spam doesn't count. Once it's full, it's closed, until one is deleted or moved to spam. Null for no limit. */
                maxSubmissions?: number | null;
                /** @description What visitors read while the form is closed, 1–500 characters. Null for ours in the visitor's language. */
                closedText?: string | null;
                /** @description Whether submissions keep where they were written. */
                keepContext?: boolean;
                /** @description Whether notification emails have the files of a submission attached, up to 5 MB in total. Beyond that they're linked. */
                attachFiles?: boolean;
                /**
                 * @description How the form responds to scripts: with JSON, or with the text `OK` or the error's message. Scripts that ask for JSON always get it.
                 * @enum {string}
                 */
                scriptAnswer?: "json" | "text";
            };
            /** @description How the content of messages is judged. */
            spam?: {
                /**
                 * @description `watch` delivers all messages and marks those that look like spam. `move` puts what is judged as spam in the spam folder, and no one is notified. `off` doesn't judge messages by their content.
                 * @enum {string}
                 */
                filter?: "off" | "watch" | "move";
                /** @description Whether pages ask visitors' browsers to solve this service's own challenge. It never rejects a submission: a missing or wrong solution is a sign of spam. */
                challenge?: boolean;
            };
            /** @description Rules that pick who is notified. */
            routing?: {
                /** @description Whether the rules apply. */
                enabled?: boolean;
                /** @description Up to 10 rules, in the order they're evaluated. */
                rules?: {
                    /** @description Name of a submitted field. Must not be a reserved name or the honeypot. `$page`, `$title`, `$referrer`, and `$utm.source` to `$utm.content` are where the message was written. */
                    field: string;
                    /**
                     * @description How to compare the field. Ignores case and surrounding spaces. `i`, `ı`, `İ`, and `I` match each other.
                     * @enum {string}
                     */
                    operator: "equals" | "contains" | "present";
                    /** @description 1–200 characters, not only spaces. Optional for `present`, which ignores it. */
                    value?: string | null;
                    /** @description 1–60 characters on one line, trimmed. */
                    name: string;
                    /** @description Addresses that are notified if this is the first matching rule. */
                    recipients?: string[];
                }[];
            };
            /** @description The auto-reply, or null without one. */
            autoresponder?: {
                /** @description Requires a verified Turnstile widget or own challenge. */
                enabled: boolean;
                /** @description 1–150 characters on one line, trimmed. */
                subject: string;
                /** @description 1–3,000 characters, trimmed. */
                message: string;
                /** @description What the reply repeats of the visitor's message, never files: `choices` for selected options, numbers, and dates of the form's fields; `all` for texts too, if the visitor has confirmed their address (`confirmEmail` of the form's page), and else the same as `choices`. Omit to keep the saved value, initially `none`. */
                includeAnswers?: components["schemas"]["IncludeAnswers"];
                /** @description The address that receives visitors' replies, or null if it's unknown. */
                replyAddress?: string | null;
            } | null;
            /** @description The form's webhook, without its signing secret. Null without one. */
            webhook?: {
                /**
                 * Format: uri
                 * @description Null if it was left out, because it's a secret or could contain one.
                 */
                url?: string | null;
                /** @description It's created turned off, whatever this is. */
                enabled?: boolean;
            } | null;
            /** @description Up to 10 places where messages go besides email. */
            destinations?: {
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                kind: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets";
                /** @description 1–60 characters on one line, trimmed. The kind's name by default. */
                name?: string;
                /**
                 * Format: uri
                 * @description Null if it was left out, because it's a secret or could contain one.
                 */
                url?: string | null;
                /** @description It's created turned off, whatever this is. */
                enabled?: boolean;
                /** @description The events it gets. Chats get `submission.created` only. */
                events?: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted")[];
                /** @description Which submissions it gets. Null, the default, for every submission. */
                conditions?: {
                    /**
                     * @description Whether all rules must match, or any of them.
                     * @enum {string}
                     */
                    match: "all" | "any";
                    /** @description 1–10 rules. */
                    rules: components["schemas"]["ConditionInput"][];
                } | null;
                /**
                 * @description `full`, or `link` for the sender's name and a link to the message only.
                 * @enum {string}
                 */
                content?: "full" | "link";
            }[];
            /** @description What the form has and the template doesn't. Ignored when a form is created. */
            leftOut?: string[];
        };
        /** @description The token sent with the request. */
        Token: {
            /**
             * Format: uuid
             * @description UUID of the token.
             */
            id: string;
            /** @description The token's name. */
            name: string;
            /** @description The granted scopes. */
            scopes: components["schemas"]["ScopeName"][];
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            expiresAt: number;
            /**
             * Format: uuid
             * @description UUID of the workspace it belongs to.
             */
            workspaceId: string;
            /**
             * @description Always `staging`, currently the only environment.
             * @enum {string}
             */
            environment: "staging";
        };
        /** @description The form's Turnstile widget. Its secret is never returned. */
        Turnstile: {
            /** @description The widget's public key. */
            siteKey: string;
            /** @description Hostnames where the widget runs, in lowercase Punycode. */
            hostnames: string[];
            /** @description Whether submissions must pass a challenge. */
            enabled: boolean;
            /**
             * Format: int64
             * @description When a visitor first passed a challenge with this widget. Saving the widget resets it to null.
             */
            verifiedAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        UpdateDestinationInput: {
            /**
             * Format: uri
             * @description An HTTPS URL on port 443, at most 2,000 characters. For kinds other than `webhook`, the service's own URL. Operators can allow other hosts and ports.
             */
            url?: string;
            /** @description 1–60 characters on one line, trimmed. The kind's name by default. */
            name?: string;
            /** @description Whether submissions are sent to it. True by default. */
            enabled?: boolean;
            /** @description The events it gets. Chats get `submission.created` only. */
            events?: ("submission.created" | "submission.updated" | "submission.deleted" | "submission.noted")[];
            /** @description Which submissions it gets. Null, the default, for every submission. */
            conditions?: {
                /**
                 * @description Whether all rules must match, or any of them.
                 * @enum {string}
                 */
                match: "all" | "any";
                /** @description 1–10 rules. */
                rules: components["schemas"]["ConditionInput"][];
            } | null;
            /**
             * @description `full`, or `link` for the sender's name and a link to the message only.
             * @enum {string}
             */
            content?: "full" | "link";
            /** @description The revision you last read, if the update must fail when it isn't current anymore. */
            revision?: components["schemas"]["Revision"];
        };
        /** @description At least one property is required. */
        UpdateFormInput: {
            /** @description 1–80 characters on one line, trimmed. */
            name?: string;
            /**
             * @description While `paused`, new submissions are rejected with 403 form_paused. Stored submissions are kept.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description Up to 5 distinct verified recipients. If empty, no one is notified by default. */
            recipientIds?: string[];
            settings?: components["schemas"]["FormSettingsInput"];
        };
        /** @description At least one property is required. */
        UpdateSavedReplyInput: {
            /** @description 1–80 characters on one line, trimmed. Unique in the workspace, whatever its case. */
            name?: string;
            /** @description Plain text, 1–10,000 characters, trimmed. `{{name}}` stands for the sender's name, `{{form}}` for the form's name, and a field's name or label in such braces for what was submitted. */
            text?: string;
        };
        /** @description Usage in the current UTC calendar month. */
        Usage: {
            /** @description UTC calendar month, `YYYY-MM`. */
            month: string;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            periodStart: number;
            /**
             * Format: int64
             * @description When the next month starts, in Unix epoch milliseconds.
             */
            periodEnd: number;
            /**
             * Format: int64
             * @description Submissions stored this month, without spam. Moving or deleting them doesn't change this.
             */
            accepted: number;
            /**
             * Format: int64
             * @description Submissions stored as spam this month.
             */
            spam: number;
            /**
             * Format: int64
             * @description Submissions accepted beyond the allowance. Their notifications and events are still held.
             */
            held: number;
            /**
             * Format: int64
             * @description Submissions per month that the workspace can receive. Spam doesn't count. Null if there's no limit.
             */
            allowance: number | null;
            /** @description Current submissions by folder. Empty folders may be absent. */
            folders: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Storage used by submissions and files, in bytes, including files awaiting cleanup.
             */
            storageBytes: number;
        };
        /** @description The endpoint that receives a form's events. */
        Webhook: {
            /**
             * Format: uuid
             * @description UUID of the webhook.
             */
            id: string;
            /** @description The normalized URL that events are sent to. */
            url: string;
            /** @description Whether submissions trigger events. Test events are always sent. */
            enabled: boolean;
            /** @description Changes with every save and rotation. Send it with your next update. */
            revision: string;
            /** @description `failing` after 3 failed attempts in a row. `suspended` after the endpoint responded with 410, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or any save, resets it. */
            health: "healthy" | "failing" | "suspended" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description One attempt to send an event. */
        WebhookAttempt: {
            /**
             * Format: uuid
             * @description UUID of the attempt.
             */
            id: string;
            /**
             * Format: int64
             * @description Attempt number, starting at 1.
             */
            number: number;
            /** @description What triggered the attempt. */
            trigger: "automatic" | "manual" | "test" | "replay" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            startedAt: number;
            /**
             * Format: int64
             * @description In milliseconds. Null while the attempt is running.
             */
            durationMs: number | null;
            /** @description `interrupted` if our service stopped during the attempt, so the event may have arrived. */
            outcome: "pending" | "succeeded" | "http_error" | "redirect_refused" | "timeout" | "connection_failed" | "tls_failed" | "dns_failed" | "address_blocked" | "interrupted" | (string & {});
            /**
             * Format: int64
             * @description HTTP status of the response. Null if there was none.
             */
            responseStatus: number | null;
            /** @description Up to 16 KiB of the response body, as text. */
            responseBody: string | null;
            /** @description Whether the response body was cut off. */
            responseTruncated: boolean;
            /** @description What went wrong, or null. */
            error: string | null;
        };
        /** @description A delivery with its event and attempts. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the event, sent as `webhook-id` with every attempt.
             */
            eventId: string;
            /** @description The event type. */
            type: "submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | "webhook.test" | (string & {});
            /** @description `retrying` if another attempt is scheduled. */
            status: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled" | (string & {});
            /**
             * Format: uuid
             * @description UUID of the submission. Null for test events.
             */
            submissionId: string | null;
            /**
             * Format: int64
             * @description Number of attempts so far.
             */
            attemptCount: number;
            /** @description Why there are no more automatic attempts. Null unless `failed` or `cancelled`. */
            failureReason: "attempts_exhausted" | "endpoint_gone" | "endpoint_suspended" | "endpoint_disabled" | "revision_changed" | "moved_to_spam" | "outgoing_off" | (string & {}) | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null before the first attempt.
             */
            lastAttemptAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null if no attempt is scheduled.
             */
            nextAttemptAt: number | null;
            /** @description Whether it can be retried manually. */
            retryable: boolean;
            /**
             * Format: int64
             * @description When it can be retried, in Unix epoch milliseconds. Null if it can't.
             */
            retryAvailableAt: number | null;
            /** @description The stored event, as it's sent. */
            payload: components["schemas"]["WebhookEvent"];
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description The delivery of an event to the webhook's endpoint. */
        WebhookDeliveryItem: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the event, sent as `webhook-id` with every attempt.
             */
            eventId: string;
            /** @description The event type. */
            type: "submission.created" | "submission.updated" | "submission.deleted" | "submission.noted" | "webhook.test" | (string & {});
            /** @description `retrying` if another attempt is scheduled. */
            status: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled" | (string & {});
            /**
             * Format: uuid
             * @description UUID of the submission. Null for test events.
             */
            submissionId: string | null;
            /**
             * Format: int64
             * @description Number of attempts so far.
             */
            attemptCount: number;
            /** @description Why there are no more automatic attempts. Null unless `failed` or `cancelled`. */
            failureReason: "attempts_exhausted" | "endpoint_gone" | "endpoint_suspended" | "endpoint_disabled" | "revision_changed" | "moved_to_spam" | "outgoing_off" | (string & {}) | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null before the first attempt.
             */
            lastAttemptAt: number | null;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds. Null if no attempt is scheduled.
             */
            nextAttemptAt: number | null;
            /** @description Whether it can be retried manually. */
            retryable: boolean;
            /**
             * Format: int64
             * @description When it can be retried, in Unix epoch milliseconds. Null if it can't.
             */
            retryAvailableAt: number | null;
        };
        /** @description The stored event. Every attempt sends exactly these bytes. */
        WebhookEvent: components["schemas"]["SubmissionCreatedEvent"] | components["schemas"]["SubmissionUpdatedEvent"] | components["schemas"]["SubmissionDeletedEvent"] | components["schemas"]["SubmissionNotedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description The events that were queued. */
        WebhookReplay: {
            /**
             * Format: int64
             * @description Number of events.
             */
            queued: number;
        };
        /** @description A queued test event. Its delivery shows the result. */
        WebhookTest: {
            /**
             * Format: uuid
             * @description UUID of the test's delivery.
             */
            deliveryId: string;
            /**
             * Format: uuid
             * @description UUID of the event.
             */
            eventId: string;
        };
        /** @description A test event. */
        WebhookTestEvent: {
            /**
             * Format: uuid
             * @description ID of the event. Stays the same across retries, so use it to deduplicate.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as an ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /** @description The event's data. */
            data: {
                /**
                 * Format: uuid
                 * @description UUID of the form.
                 */
                formId: string;
                /** @description Human-readable message. */
                message: string;
            };
        };
        /** @description A webhook with its new signing secret. */
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @description UUID of the webhook.
             */
            id: string;
            /** @description The normalized URL that events are sent to. */
            url: string;
            /** @description Whether submissions trigger events. Test events are always sent. */
            enabled: boolean;
            /** @description Changes with every save and rotation. Send it with your next update. */
            revision: string;
            /** @description `failing` after 3 failed attempts in a row. `suspended` after the endpoint responded with 410, or after 5 days without a success and at least 10 failures. New events are then stored as failed. A successful test or retry, or any save, resets it. */
            health: "healthy" | "failing" | "suspended" | (string & {});
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description In Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description Shown only once. Use it to verify signatures (Standard Webhooks). */
            signingSecret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AcceptedSubmission = components['schemas']['AcceptedSubmission'];
export type AddImportPartInput = components['schemas']['AddImportPartInput'];
export type AddRecipientInput = components['schemas']['AddRecipientInput'];
export type Attachment = components['schemas']['Attachment'];
export type Author = components['schemas']['Author'];
export type Autoresponder = components['schemas']['Autoresponder'];
export type AutoresponderPreview = components['schemas']['AutoresponderPreview'];
export type Condition = components['schemas']['Condition'];
export type ConditionInput = components['schemas']['ConditionInput'];
export type Conditions = components['schemas']['Conditions'];
export type ConnectTurnstileInput = components['schemas']['ConnectTurnstileInput'];
export type CreateDestinationInput = components['schemas']['CreateDestinationInput'];
export type CreateFormInput = components['schemas']['CreateFormInput'];
export type CreateImportInput = components['schemas']['CreateImportInput'];
export type CreateSavedReplyInput = components['schemas']['CreateSavedReplyInput'];
export type CreatedDestination = components['schemas']['CreatedDestination'];
export type CreatedForm = components['schemas']['CreatedForm'];
export type CreatedNotes = components['schemas']['CreatedNotes'];
export type Destination = components['schemas']['Destination'];
export type DestinationDelivery = components['schemas']['DestinationDelivery'];
export type DestinationWithSecret = components['schemas']['DestinationWithSecret'];
export type EmailAttempt = components['schemas']['EmailAttempt'];
export type EmailDelivery = components['schemas']['EmailDelivery'];
export type ErrorEnvelope = components['schemas']['ErrorEnvelope'];
export type Field = components['schemas']['Field'];
export type Folder = components['schemas']['Folder'];
export type Form = components['schemas']['Form'];
export type FormFields = components['schemas']['FormFields'];
export type FormPage = components['schemas']['FormPage'];
export type FormSettings = components['schemas']['FormSettings'];
export type FormSettingsInput = components['schemas']['FormSettingsInput'];
export type FormSummary = components['schemas']['FormSummary'];
export type FormTemplate = components['schemas']['FormTemplate'];
export type FormWithWidget = components['schemas']['FormWithWidget'];
export type Import = components['schemas']['Import'];
export type ImportColumn = components['schemas']['ImportColumn'];
export type ImportPreview = components['schemas']['ImportPreview'];
export type ImportProblem = components['schemas']['ImportProblem'];
export type ImportSettings = components['schemas']['ImportSettings'];
export type ImportSettingsInput = components['schemas']['ImportSettingsInput'];
export type IncludeAnswers = components['schemas']['IncludeAnswers'];
export type InvalidField = components['schemas']['InvalidField'];
export type Note = components['schemas']['Note'];
export type NoteInput = components['schemas']['NoteInput'];
export type NotesInput = components['schemas']['NotesInput'];
export type NotificationPlan = components['schemas']['NotificationPlan'];
export type Person = components['schemas']['Person'];
export type PreviewAutoresponderInput = components['schemas']['PreviewAutoresponderInput'];
export type PreviewImportInput = components['schemas']['PreviewImportInput'];
export type PreviewRoutingInput = components['schemas']['PreviewRoutingInput'];
export type Recipient = components['schemas']['Recipient'];
export type RecipientPending = components['schemas']['RecipientPending'];
export type ReplayWebhookInput = components['schemas']['ReplayWebhookInput'];
export type Reply = components['schemas']['Reply'];
export type RestoredSubmission = components['schemas']['RestoredSubmission'];
export type RetriedWebhookDelivery = components['schemas']['RetriedWebhookDelivery'];
export type RetryEmailInput = components['schemas']['RetryEmailInput'];
export type Revision = components['schemas']['Revision'];
export type RotateDestinationSecretInput = components['schemas']['RotateDestinationSecretInput'];
export type RotateWebhookSecretInput = components['schemas']['RotateWebhookSecretInput'];
export type Routing = components['schemas']['Routing'];
export type RoutingRule = components['schemas']['RoutingRule'];
export type SaveAutoresponderInput = components['schemas']['SaveAutoresponderInput'];
export type SaveFieldsInput = components['schemas']['SaveFieldsInput'];
export type SavePageInput = components['schemas']['SavePageInput'];
export type SaveRoutingInput = components['schemas']['SaveRoutingInput'];
export type SaveWebhookInput = components['schemas']['SaveWebhookInput'];
export type SavedReply = components['schemas']['SavedReply'];
export type ScopeName = components['schemas']['ScopeName'];
export type SendReplyInput = components['schemas']['SendReplyInput'];
export type StartImportInput = components['schemas']['StartImportInput'];
export type Submission = components['schemas']['Submission'];
export type SubmissionCreatedEvent = components['schemas']['SubmissionCreatedEvent'];
export type SubmissionDeletedEvent = components['schemas']['SubmissionDeletedEvent'];
export type SubmissionError = components['schemas']['SubmissionError'];
export type SubmissionFields = components['schemas']['SubmissionFields'];
export type SubmissionForm = components['schemas']['SubmissionForm'];
export type SubmissionItem = components['schemas']['SubmissionItem'];
export type SubmissionJson = components['schemas']['SubmissionJson'];
export type SubmissionMultipart = components['schemas']['SubmissionMultipart'];
export type SubmissionNotedEvent = components['schemas']['SubmissionNotedEvent'];
export type SubmissionUpdatedEvent = components['schemas']['SubmissionUpdatedEvent'];
export type TemplateInput = components['schemas']['TemplateInput'];
export type Token = components['schemas']['Token'];
export type Turnstile = components['schemas']['Turnstile'];
export type UpdateDestinationInput = components['schemas']['UpdateDestinationInput'];
export type UpdateFormInput = components['schemas']['UpdateFormInput'];
export type UpdateSavedReplyInput = components['schemas']['UpdateSavedReplyInput'];
export type Usage = components['schemas']['Usage'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryItem = components['schemas']['WebhookDeliveryItem'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type $defs = Record<string, never>;
export interface operations {
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token used for this request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Token"];
                    };
                };
            };
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Only forms in this state. */
                status?: "active" | "paused";
                /** @description Page size, 1-100. Defaults to 25. */
                limit?: number;
                /** @description Opaque cursor: the `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of forms, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items on this page. */
                        data: components["schemas"]["FormSummary"][];
                        /** @description Cursor for the next page. Send it back unchanged. Null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFormInput"];
            };
        };
        responses: {
            /** @description The created form, with its public key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedForm"];
                    };
                };
            };
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form, with its Turnstile widget. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormWithWidget"];
                    };
                };
            };
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form and all its submissions were permanently deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFormInput"];
            };
        };
        responses: {
            /** @description The updated form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
        };
    };
    rotateFormKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The form, with its new public key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
        };
    };
    getFormTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form as a template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormTemplate"];
                    };
                };
            };
        };
    };
    getFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. Empty if they've never been saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormFields"];
                    };
                };
            };
        };
    };
    saveFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveFieldsInput"];
            };
        };
        responses: {
            /** @description The fields with their new revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormFields"];
                    };
                };
            };
        };
    };
    getPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page's texts and look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormPage"];
                    };
                };
            };
        };
    };
    savePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavePageInput"];
            };
        };
        responses: {
            /** @description The page with its new revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormPage"];
                    };
                };
            };
        };
    };
    connectTurnstile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectTurnstileInput"];
            };
        };
        responses: {
            /** @description The widget, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Turnstile"];
                    };
                };
            };
        };
    };
    disconnectTurnstile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The widget was disconnected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When a form is open, and what happens to its submissions. */
                        data: {
                            /** @description Changes with every save. Send it with your next update. Null before the first save. */
                            revision: string | null;
                            /**
                             * Format: int64
                             * @description When the form opens, in Unix epoch milliseconds. Earlier submissions are rejected with 403 `form_closed`. Null for no limit.
                             */
                            opensAt: number | null;
                            /**
                             * Format: int64
                             * @description When the form closes, in Unix epoch milliseconds. Later submissions are rejected with 403 `form_closed`. Null for no limit.
                             */
                            closesAt: number | null;
                            /** @description How many submissions the form has room for, 1–1,000,000: those in its inbox and archive, and those that wait for their visitor. Spam doesn't count. Once it's full, it's closed, until one is deleted or moved to spam. Null for no limit. */
                            maxSubmissions: number | null;
                            /** @description What visitors read while the form is closed, 1–500 characters. Null for ours in the visitor's language. */
                            closedText: string | null;
                            /** @description Whether submissions keep where they were written. */
                            keepContext: boolean;
                            /** @description Whether notification emails have the files of a submission attached, up to 5 MB in total. Beyond that they're linked. */
                            attachFiles: boolean;
                            /**
                             * @description How the form responds to scripts: with JSON, or with the text `OK` or the error's message. Scripts that ask for JSON always get it.
                             * @enum {string}
                             */
                            scriptAnswer: "json" | "text";
                        };
                    };
                };
            };
        };
    };
    saveOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The revision you last read, or null on the first save. */
                    revision: string | null;
                    /** @description When the form opens, in Unix epoch milliseconds. Earlier submissions are rejected with 403 `form_closed`. Null for no limit. */
                    opensAt: number | null;
                    /** @description When the form closes, in Unix epoch milliseconds. Later submissions are rejected with 403 `form_closed`. Null for no limit. */
                    closesAt: number | null;
                    /** @description How many submissions the form has room for, 1–1,000,000: those in its inbox and archive, and those that wait for their visitor. Spam doesn't count. Once it's full, it's closed, until one is deleted or moved to spam. Null for no limit. */
                    maxSubmissions: number | null;
                    /** @description What visitors read while the form is closed, 1–500 characters. Null for ours in the visitor's language. */
                    closedText: string | null;
                    /** @description Whether submissions keep where they were written. */
                    keepContext: boolean;
                    /** @description Whether notification emails have the files of a submission attached, up to 5 MB in total. Beyond that they're linked. */
                    attachFiles: boolean;
                    /**
                     * @description How the form responds to scripts: with JSON, or with the text `OK` or the error's message. Scripts that ask for JSON always get it.
                     * @enum {string}
                     */
                    scriptAnswer: "json" | "text";
                };
            };
        };
        responses: {
            /** @description The options with their new revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When a form is open, and what happens to its submissions. */
                        data: {
                            /** @description Changes with every save. Send it with your next update. Null before the first save. */
                            revision: string | null;
                            /**
                             * Format: int64
                             * @description When the form opens, in Unix epoch milliseconds. Earlier submissions are rejected with 403 `form_closed`. Null for no limit.
                             */
                            opensAt: number | null;
                            /**
                             * Format: int64
                             * @description When the form closes, in Unix epoch milliseconds. Later submissions are rejected with 403 `form_closed`. Null for no limit.
                             */
                            closesAt: number | null;
                            /** @description How many submissions the form has room for, 1–1,000,000: those in its inbox and archive, and those that wait for their visitor. Spam doesn't count. Once it's full, it's closed, until one is deleted or moved to spam. Null for no limit. */
                            maxSubmissions: number | null;
                            /** @description What visitors read while the form is closed, 1–500 characters. Null for ours in the visitor's language. */
                            closedText: string | null;
                            /** @description Whether submissions keep where they were written. */
                            keepContext: boolean;
                            /** @description Whether notification emails have the files of a submission attached, up to 5 MB in total. Beyond that they're linked. */
                            attachFiles: boolean;
                            /**
                             * @description How the form responds to scripts: with JSON, or with the text `OK` or the error's message. Scripts that ask for JSON always get it.
                             * @enum {string}
                             */
                            scriptAnswer: "json" | "text";
                        };
                    };
                };
            };
        };
    };
    getSpamFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The spam filter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the content of a form's messages is judged. */
                        data: {
                            /** @description Changes with every save. Send it with your next update. Null before the first save. */
                            revision: string | null;
                            /**
                             * @description `watch` delivers all messages and marks those that look like spam. `move` puts what is judged as spam in the spam folder, and no one is notified. `off` doesn't judge messages by their content.
                             * @enum {string}
                             */
                            filter: "off" | "watch" | "move";
                            /** @description Whether pages ask visitors' browsers to solve this service's own challenge. It never rejects a submission: a missing or wrong solution is a sign of spam. */
                            challenge: boolean;
                        };
                    };
                };
            };
        };
    };
    saveSpamFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The revision you last read, or null on the first save. */
                    revision: string | null;
                    /**
                     * @description `watch` delivers all messages and marks those that look like spam. `move` puts what is judged as spam in the spam folder, and no one is notified. `off` doesn't judge messages by their content.
                     * @enum {string}
                     */
                    filter: "off" | "watch" | "move";
                    /** @description Whether pages ask visitors' browsers to solve this service's own challenge. It never rejects a submission: a missing or wrong solution is a sign of spam. */
                    challenge: boolean;
                };
            };
        };
        responses: {
            /** @description The spam filter with its new revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the content of a form's messages is judged. */
                        data: {
                            /** @description Changes with every save. Send it with your next update. Null before the first save. */
                            revision: string | null;
                            /**
                             * @description `watch` delivers all messages and marks those that look like spam. `move` puts what is judged as spam in the spam folder, and no one is notified. `off` doesn't judge messages by their content.
                             * @enum {string}
                             */
                            filter: "off" | "watch" | "move";
                            /** @description Whether pages ask visitors' browsers to solve this service's own challenge. It never rejects a submission: a missing or wrong solution is a sign of spam. */
                            challenge: boolean;
                        };
                    };
                };
            };
        };
    };
    forgetSpamWords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words were forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns every recipient. This list isn't paginated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All recipients, oldest first. */
                        data: components["schemas"]["Recipient"][];
                    };
                };
            };
        };
    };
    addRecipient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddRecipientInput"];
            };
        };
        responses: {
            /** @description The address is already verified and isn't blocked, so no email was sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recipient"];
                    };
                };
            };
            /** @description A confirmation email was sent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientPending"];
                    };
                };
            };
        };
    };
    listNotificationChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns every member. This list isn't paginated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All members, owners first. */
                        data: {
                            /**
                             * Format: uuid
                             * @description UUID of the member.
                             */
                            memberId: string;
                            /** @description The member's name, or null if they gave none. */
                            name: string | null;
                            /** @description The member's address. */
                            email: string;
                            /**
                             * @description `immediately`: an email for each message. `hourly`, `daily`: a digest of new messages, on the hour, or once a day at `hour` in the member's time zone. `never`: no email.
                             * @enum {string}
                             */
                            frequency: "immediately" | "hourly" | "daily" | "never";
                            /** @description The hour of a daily digest, 0 to 23, or null. */
                            hour: number | null;
                            /** @description The member's time zone: their own, the workspace's, or UTC without either. */
                            timeZone: string;
                            /**
                             * Format: int64
                             * @description When their next digest is due, in Unix epoch milliseconds. Null for none. Nothing is sent if no messages arrived.
                             */
                            nextDigestAt: number | null;
                        }[];
                    };
                };
            };
        };
    };
    saveNotificationChoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description UUID of the member.
                     */
                    memberId: string;
                    /**
                     * @description `immediately`: an email for each message. `hourly`, `daily`: a digest of new messages, on the hour, or once a day at `hour` in the member's time zone. `never`: no email.
                     * @enum {string}
                     */
                    frequency: "immediately" | "hourly" | "daily" | "never";
                    /** @description The hour of a daily digest. Required for `daily`, null for all others. */
                    hour?: number | null;
                };
            };
        };
        responses: {
            /** @description When the member is notified now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When a member is notified of a form's messages. */
                        data: {
                            /**
                             * Format: uuid
                             * @description UUID of the member.
                             */
                            memberId: string;
                            /** @description The member's name, or null if they gave none. */
                            name: string | null;
                            /** @description The member's address. */
                            email: string;
                            /**
                             * @description `immediately`: an email for each message. `hourly`, `daily`: a digest of new messages, on the hour, or once a day at `hour` in the member's time zone. `never`: no email.
                             * @enum {string}
                             */
                            frequency: "immediately" | "hourly" | "daily" | "never";
                            /** @description The hour of a daily digest, 0 to 23, or null. */
                            hour: number | null;
                            /** @description The member's time zone: their own, the workspace's, or UTC without either. */
                            timeZone: string;
                            /**
                             * Format: int64
                             * @description When their next digest is due, in Unix epoch milliseconds. Null for none. Nothing is sent if no messages arrived.
                             */
                            nextDigestAt: number | null;
                        };
                    };
                };
            };
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                /** @description The folder to search. */
                folder?: "inbox" | "archive" | "spam" | "all";
                /** @description Only submissions for this form. */
                formId?: string;
                /** @description Text to find in submitted values, notes, and replies, at most 200 characters, trimmed. Ignores case but not accents. `i`, `ı`, `İ`, and `I` match each other, so `ISTANBUL` finds `İstanbul`. */
                search?: string;
                /** @description Set to `true` for unread submissions only. */
                unread?: "true" | "false";
                /** @description Set to `true` for submissions that look like spam only. */
                suspected?: "true" | "false";
                /** @description Set to `true` for answered submissions only, or to `false` for the others. */
                answered?: "true" | "false";
                /** @description Only submissions of this member. `none` for those that are unassigned. */
                assigneeId?: string;
                /** @description Set to `true` for submissions with notes only, or to `false` for the others. */
                hasNotes?: "true" | "false";
                /** @description Only submissions received after this moment, in Unix epoch milliseconds. */
                receivedAfter?: number;
                /** @description Only submissions received before this moment, in Unix epoch milliseconds. */
                receivedBefore?: number;
                /** @description Set to `true` for submissions that wait for their visitor's confirmation. They're in no folder, so `folder` has no effect then. */
                waiting?: "true" | "false";
                /** @description Page size, 1-50. Defaults to 25. */
                limit?: number;
                /** @description Opaque cursor: the `nextCursor` of the previous page, unchanged. */
                cursor?: string;
                /** @description `desc` for newest first, `asc` for oldest first. */
                order?: "desc" | "asc";
                /** @description `fields` adds the submitted values, `attachments` the files. Separate with a comma. */
                include?: "fields" | "attachments" | "fields,attachments" | "attachments,fields";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of submissions in the requested order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items on this page. */
                        data: components["schemas"]["SubmissionItem"][];
                        /** @description Cursor for the next page. Send it back unchanged. Null on the last page. */
                        nextCursor: string | null;
                        /** @description Only with `order=asc`: the cursor of the page's last item, or the cursor you sent if the page is empty. Send it as `cursor` to continue later, when more submissions have arrived. */
                        resumeCursor?: string | null;
                    };
                };
            };
        };
    };
    updateSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description UUIDs of the submissions. */
                    ids: string[];
                    folder?: components["schemas"]["Folder"];
                    /** @description Whether it has been read. */
                    read?: boolean;
                    /**
                     * @description Send `false` to say that it isn't spam: it's no longer marked, its sender's messages aren't judged anymore, and the filter learns from it.
                     * @enum {boolean}
                     */
                    suspected?: false;
                    /** @description Whether it was answered. `true` keeps the time of one that was answered before. Its sender's messages aren't judged anymore. */
                    answered?: boolean;
                    /**
                     * Format: uuid
                     * @description UUID of the member it's assigned to, or null. The member gets an email unless it's their own doing.
                     */
                    assigneeId?: string | null;
                };
            };
        };
        responses: {
            /** @description The IDs of the updated submissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Which submissions were updated. */
                        data: {
                            /** @description UUIDs of the updated submissions. */
                            updated: string[];
                            /** @description UUIDs that are unknown or belong to another workspace. */
                            notFound: string[];
                        };
                    };
                };
            };
        };
    };
    exportSubmissions: {
        parameters: {
            query?: {
                /** @description The folder to search. */
                folder?: "inbox" | "archive" | "spam" | "all";
                /** @description Only submissions for this form. */
                formId?: string;
                /** @description Text to find in submitted values, notes, and replies, at most 200 characters, trimmed. Ignores case but not accents. `i`, `ı`, `İ`, and `I` match each other, so `ISTANBUL` finds `İstanbul`. */
                search?: string;
                /** @description Set to `true` for unread submissions only. */
                unread?: "true" | "false";
                /** @description Set to `true` for submissions that look like spam only. */
                suspected?: "true" | "false";
                /** @description Set to `true` for answered submissions only, or to `false` for the others. */
                answered?: "true" | "false";
                /** @description Only submissions of this member. `none` for those that are unassigned. */
                assigneeId?: string;
                /** @description Set to `true` for submissions with notes only, or to `false` for the others. */
                hasNotes?: "true" | "false";
                /** @description Only submissions received after this moment, in Unix epoch milliseconds. */
                receivedAfter?: number;
                /** @description Only submissions received before this moment, in Unix epoch milliseconds. */
                receivedBefore?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matching submissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission, with its files, notification plan, and deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Submission"];
                    };
                };
            };
        };
    };
    deleteSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission, its files, and its deliveries were permanently deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    folder?: components["schemas"]["Folder"];
                    /** @description Whether it has been read. */
                    read?: boolean;
                    /**
                     * @description Send `false` to say that it isn't spam: it's no longer marked, its sender's messages aren't judged anymore, and the filter learns from it.
                     * @enum {boolean}
                     */
                    suspected?: false;
                    /** @description Whether it was answered. `true` keeps the time of one that was answered before. Its sender's messages aren't judged anymore. */
                    answered?: boolean;
                    /**
                     * Format: uuid
                     * @description UUID of the member it's assigned to, or null. The member gets an email unless it's their own doing.
                     */
                    assigneeId?: string | null;
                };
            };
        };
        responses: {
            /** @description The updated submission, with its fields and notification plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubmissionFields"];
                    };
                };
            };
        };
    };
    restoreSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The restored submission, and the queued emails and event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RestoredSubmission"];
                    };
                };
            };
        };
    };
    downloadAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
                /** @description UUID of the attachment. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
        };
    };
    retryEmailDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
                /** @description UUID of the email delivery. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                emailDeliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryEmailInput"];
            };
        };
        responses: {
            /** @description The notification was queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The delivery, which is queued again. */
                        data: {
                            /** @description Human-readable message. */
                            message: string;
                            delivery: components["schemas"]["EmailDelivery"];
                        };
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description By name. */
                        data: components["schemas"]["Person"][];
                    };
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Oldest first. */
                        data: components["schemas"]["Note"][];
                    };
                };
            };
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    createNotes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotesInput"];
            };
        };
        responses: {
            /** @description The new notes by submission. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedNotes"];
                    };
                };
            };
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
                /** @description UUID of the note. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
                /** @description UUID of the note. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description The updated note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
        };
    };
    listReplies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replies, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Oldest first. */
                        data: components["schemas"]["Reply"][];
                    };
                };
            };
        };
    };
    sendReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendReplyInput"];
            };
        };
        responses: {
            /** @description The queued reply. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Reply"];
                    };
                };
            };
        };
    };
    undoReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                submissionId: string;
                /** @description UUID of the reply. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                replyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reply was deleted and isn't sent. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSavedReplies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Returns every saved reply. This list isn't paginated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All saved replies, by name. */
                        data: components["schemas"]["SavedReply"][];
                    };
                };
            };
        };
    };
    createSavedReply: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedReplyInput"];
            };
        };
        responses: {
            /** @description The created saved reply. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedReply"];
                    };
                };
            };
        };
    };
    deleteSavedReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the saved reply. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                savedReplyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved reply was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSavedReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the saved reply. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                savedReplyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedReplyInput"];
            };
        };
        responses: {
            /** @description The updated saved reply. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedReply"];
                    };
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Only imports into this form. */
                formId?: string;
                /** @description Page size, 1-50. Defaults to 25. */
                limit?: number;
                /** @description Opaque cursor: the `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items on this page. */
                        data: components["schemas"]["Import"][];
                        /** @description Cursor for the next page. Send it back unchanged. Null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateImportInput"];
            };
        };
        responses: {
            /** @description The import, without a file. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the import. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    addImportPart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the import. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                importId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddImportPartInput"];
            };
        };
        responses: {
            /** @description The import with the part. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    previewImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the import. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PreviewImportInput"];
            };
        };
        responses: {
            /** @description How the file would be read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ImportPreview"];
                    };
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the import. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartImportInput"];
            };
        };
        responses: {
            /** @description The import, which runs now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the import. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                importId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The canceled import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the import. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                importId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The import, which is being undone. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Usage"];
                    };
                };
            };
        };
    };
    getRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The routing rules. Empty if they've never been saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Routing"];
                    };
                };
            };
        };
    };
    saveRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveRoutingInput"];
            };
        };
        responses: {
            /** @description The routing rules with their new revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Routing"];
                    };
                };
            };
        };
    };
    previewRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRoutingInput"];
            };
        };
        responses: {
            /** @description Who would be notified, and why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationPlan"];
                    };
                };
            };
        };
    };
    getAutoresponder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The auto-reply, or null if it has never been saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Autoresponder"] | null;
                    };
                };
            };
        };
    };
    saveAutoresponder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveAutoresponderInput"];
            };
        };
        responses: {
            /** @description The auto-reply with its new revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Autoresponder"];
                    };
                };
            };
        };
    };
    previewAutoresponder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewAutoresponderInput"];
            };
        };
        responses: {
            /** @description The rendered auto-reply, with a placeholder for the opt-out link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AutoresponderPreview"];
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook without its secret, or null if there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"] | null;
                    };
                };
            };
        };
    };
    saveWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveWebhookInput"];
            };
        };
        responses: {
            /** @description The updated webhook, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description The created webhook with its signing secret, which is shown only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretInput"];
            };
        };
        responses: {
            /** @description The webhook with its new signing secret, which is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The test event was queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTest"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                status?: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled";
                /** @description Page size, 1-50. Defaults to 20. */
                limit?: number;
                /** @description Opaque cursor: the `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items on this page. */
                        data: components["schemas"]["WebhookDeliveryItem"][];
                        /** @description Cursor for the next page. Send it back unchanged. Null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the delivery. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, with its payload and attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the delivery. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                deliveryId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The event was queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RetriedWebhookDelivery"];
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookInput"];
            };
        };
        responses: {
            /** @description The events were queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookReplay"];
                    };
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /** @description Only destinations of this kind. */
                kind?: "webhook" | "slack" | "discord" | "teams" | "telegram" | "sheets";
                /** @description Only destinations created by this service. */
                source?: string;
                /** @description Only the destinations of the kind `webhook` with exactly this URL. */
                url?: string;
            };
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destinations, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The destinations. */
                        data: components["schemas"]["Destination"][];
                    };
                };
            };
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDestinationInput"];
            };
        };
        responses: {
            /** @description The destination. A webhook's signing secret is shown only here. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedDestination"];
                    };
                };
            };
        };
    };
    getDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Destination"];
                    };
                };
            };
        };
    };
    deleteDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destination was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDestinationInput"];
            };
        };
        responses: {
            /** @description The updated destination. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Destination"];
                    };
                };
            };
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The test was queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTest"];
                    };
                };
            };
        };
    };
    rotateDestinationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateDestinationSecretInput"];
            };
        };
        responses: {
            /** @description The destination with its new signing secret, which is shown only once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DestinationWithSecret"];
                    };
                };
            };
        };
    };
    getSampleEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to three events, at least one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The events. */
                        data: components["schemas"]["SubmissionCreatedEvent"][];
                    };
                };
            };
        };
    };
    listDestinationDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                status?: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled";
                /** @description Page size, 1-50. Defaults to 20. */
                limit?: number;
                /** @description Opaque cursor: the `nextCursor` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items on this page. */
                        data: components["schemas"]["WebhookDeliveryItem"][];
                        /** @description Cursor for the next page. Send it back unchanged. Null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getDestinationDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
                /** @description UUID of the delivery. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, with its payload and attempts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DestinationDelivery"];
                    };
                };
            };
        };
    };
    retryDestinationDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
                /** @description UUID of the delivery. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                deliveryId: string;
            };
            cookie?: never;
        };
        /** @description Nothing, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The event was queued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RetriedWebhookDelivery"];
                    };
                };
            };
        };
    };
    replayDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                formId: string;
                /** @description UUID of the destination. Returns 404 if it's malformed, unknown, or belongs to another workspace. */
                destinationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookInput"];
            };
        };
        responses: {
            /** @description The events were queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookReplay"];
                    };
                };
            };
        };
    };
    submitForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1–128 visible ASCII characters. Sending the same key and content again within 24 hours returns the first response and doesn't create a duplicate. */
                "Idempotency-Key"?: string;
                /** @description If present, the response is JSON. */
                "X-Requested-With"?: string;
                /** @description Set to `true` by htmx. The response is then an HTML fragment. */
                "HX-Request"?: string;
                /** @description Set to `true` by SvelteKit. The response is then an action result. */
                "X-SvelteKit-Action"?: string;
            };
            path: {
                /** @description The form's public key. */
                publicKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionJson"];
                "application/x-www-form-urlencoded": components["schemas"]["SubmissionForm"];
                "multipart/form-data": components["schemas"]["SubmissionMultipart"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description The submission was stored. For htmx, an HTML fragment with a confirmation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedSubmission"];
                    "text/plain": string;
                    "text/html": string;
                    "application/x-sveltekit-action": string;
                };
            };
        };
    };
}
/** The service's error codes. There may be more. */
export type ErrorCode =
    | "token_missing"
    | "token_invalid"
    | "token_expired"
    | "token_revoked"
    | "wrong_environment"
    | "credentials_invalid"
    | "second_factor_required"
    | "session_required"
    | "cron_secret_invalid"
    | "signature_invalid"
    | "insufficient_scope"
    | "cookie_not_allowed"
    | "origin_not_allowed"
    | "proxy_key_not_allowed"
    | "wrong_api_origin"
    | "bearer_not_allowed"
    | "csrf_rejected"
    | "address_unconfirmed"
    | "sign_up_closed"
    | "provider_sign_in_required"
    | "owner_required"
    | "own_sign_in_required"
    | "reauthentication_required"
    | "form_paused"
    | "form_closed"
    | "not_found"
    | "attachment_expired"
    | "attachment_unavailable"
    | "method_not_allowed"
    | "revision_conflict"
    | "email_taken"
    | "delivery_not_retryable"
    | "not_spam"
    | "duplicate_not_acknowledged"
    | "webhook_not_configured"
    | "widget_required"
    | "idempotency_in_progress"
    | "last_owner"
    | "reply_not_possible"
    | "reply_sent"
    | "import_conflict"
    | "recipient_in_use"
    | "saved_reply_name_taken"
    | "body_too_large"
    | "submission_too_large"
    | "import_too_large"
    | "unsupported_media_type"
    | "validation_failed"
    | "invalid_json"
    | "recipient_not_verified"
    | "turnstile_secret_rejected"
    | "export_too_large"
    | "empty_submission"
    | "too_many_fields"
    | "file_type_not_allowed"
    | "uploads_disabled"
    | "turnstile_required"
    | "turnstile_failed"
    | "import_unreadable"
    | "idempotency_key_reused"
    | "rate_limited"
    | "recipient_limit_reached"
    | "form_limit_reached"
    | "destination_limit_reached"
    | "saved_reply_limit_reached"
    | "token_limit_reached"
    | "passkey_limit_reached"
    | "block_list_full"
    | "import_limit_reached"
    | "member_limit_reached"
    | "verification_cooldown"
    | "retry_cooldown"
    | "webhook_test_cooldown"
    | "note_limit_reached"
    | "reply_limit_reached"
    | "allowance_exceeded"
    | "internal_error"
    | "service_unavailable"
    | "turnstile_unreachable"
    | "storage_unavailable"
    | (string & {});
