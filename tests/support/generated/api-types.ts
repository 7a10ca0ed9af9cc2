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
         * Inspect the token that is used
         * @description Any valid token will do.
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
         * List forms, newest first
         * @description Needs the scope `forms:read`.
         */
        get: operations["listForms"];
        put?: never;
        /**
         * Create a form
         * @description Do not repeat it automatically after a lost response: there is no idempotency key.
         *
         *     Needs the scope `forms:write`.
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
         * Read a form with its anti-spam widget
         * @description Needs the scope `forms:read`.
         */
        get: operations["getForm"];
        put?: never;
        post?: never;
        /**
         * Delete a form and its messages for good
         * @description Needs the scope `forms:write`.
         */
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        /**
         * Change a form
         * @description Settings are merged member by member, also inside `uploads`.
         *
         *     Needs the scope `forms:write`.
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
         * Replace the public key
         * @description The old key is invalid immediately. Do not repeat it automatically.
         *
         *     Needs the scope `forms:write`.
         */
        post: operations["rotateFormKey"];
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
         * Connect a widget, or change the connected one
         * @description The secret is checked with Cloudflare before anything is saved. Every save resets `verifiedAt` until a visitor's challenge passes again.
         *
         *     Needs the scope `forms:write`.
         */
        post: operations["connectTurnstile"];
        /**
         * Disconnect the widget
         * @description Visitor replies become ineligible.
         *
         *     Needs the scope `forms:write`.
         */
        delete: operations["disconnectTurnstile"];
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
         * List all recipients, oldest first
         * @description Needs the scope `recipients:read`.
         */
        get: operations["listRecipients"];
        put?: never;
        /**
         * Add an address, or send its verification again
         * @description Needs the scope `recipients:write`.
         */
        post: operations["addRecipient"];
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
         * List or search messages, newest first
         * @description Needs the scope `submissions:read`.
         */
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Export messages as CSV, newest first
         * @description UTF-8 with a byte order mark, at most 1,000 messages. Columns: id, received_at (ISO 8601), form, folder, name, email, fields_json. A cell that a spreadsheet could take for a formula begins with an apostrophe.
         *
         *     Needs the scope `submissions:read`.
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
         * Read a message with files, routing and deliveries
         * @description Needs the scope `submissions:read`.
         */
        get: operations["getSubmission"];
        put?: never;
        post?: never;
        /**
         * Delete a message for good
         * @description Needs the scope `submissions:write`.
         */
        delete: operations["deleteSubmission"];
        options?: never;
        head?: never;
        /**
         * Move a message or mark it read
         * @description Moving into spam cancels mails and events that are still queued; moving out of it sends nothing by itself.
         *
         *     Needs the scope `submissions:write`.
         */
        patch: operations["updateSubmission"];
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
         * @description Files are private and are not scanned for malware.
         *
         *     Needs the scope `files:read`.
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
         * Send an owner's notification again
         * @description Only a failed or uncertain notification of a message outside spam, a minute after its last attempt. Replies to visitors are never sent again.
         *
         *     Needs the scope `submissions:write`.
         */
        post: operations["retryEmailDelivery"];
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
         * Read the usage of this month
         * @description Needs the scope `usage:read`.
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
         * Read the routing rules of a form
         * @description Needs the scope `integrations:read`.
         */
        get: operations["getRouting"];
        put?: never;
        /**
         * Save the routing rules of a form
         * @description Replaces all rules. Send the revision of the latest read; null on the first save.
         *
         *     Needs the scope `integrations:write`.
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
         * Try rules on a message that nobody sent
         * @description Saves nothing, creates no message and sends no email.
         *
         *     Needs the scope `integrations:read`.
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
         * Read the automatic reply of a form
         * @description Needs the scope `integrations:read`.
         */
        get: operations["getAutoresponder"];
        put?: never;
        /**
         * Save the automatic reply of a form
         * @description Send the revision of the latest read; null on the first save. Visitors must consent with the form field `_service_autoreply=true`.
         *
         *     Needs the scope `integrations:write`.
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
         * See a reply as a visitor would get it
         * @description Saves and sends nothing. The anti-spam widget is not required.
         *
         *     Needs the scope `integrations:read`.
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
         * Read the webhook of a form
         * @description Needs the scope `integrations:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Create the webhook of a form, or change it
         * @description A change cancels the events that wait under the earlier revision. The signing secret is answered on creation only.
         *
         *     Needs the scope `integrations:write`.
         */
        post: operations["saveWebhook"];
        /**
         * Delete the webhook of a form
         * @description Its secret, deliveries and attempts are deleted with it.
         *
         *     Needs the scope `integrations:write`.
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
         * Replace the signing secret
         * @description The old secret is invalid immediately, and events that wait under the earlier revision are cancelled. Do not repeat it automatically.
         *
         *     Needs the scope `integrations:write`.
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
         * Send a synthetic test event
         * @description Works while the webhook is disabled. Once a minute and 100 times in 24 hours; it is tried once.
         *
         *     Needs the scope `integrations:write`.
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
         * List the deliveries of a webhook, newest first
         * @description Needs the scope `submissions:read`.
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
         * Read a delivery with its payload and attempts
         * @description Needs the scope `submissions:read`.
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
         * Send a failed event again
         * @description The same event id and the same bytes, once. A minute after its last attempt, and only while the webhook is as it was when the event was made; events of submissions also need an enabled webhook and a message outside spam.
         *
         *     Needs the scope `submissions:write`.
         */
        post: operations["retryWebhookDelivery"];
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
         * Send a message to a form
         * @description Takes a message for the form with this key. The answer leaves after the message is stored, never before.
         *
         *     - At most 256 KiB as JSON or urlencoded, 4 MiB as multipart with files, of which text can be 256 KiB in total; 100 field entries and 5 files (pdf, png, jpg, jpeg, gif, webp, heic, txt, csv, rtf, doc, docx, xls, xlsx, ppt, pptx, odt, ods, zip).
         *     - A JSON object sent as `text/plain` counts as JSON. Text is decoded by the declared `charset` or the form's `_charset_` field, UTF-8 by default. A body with a `Content-Encoding` is rejected.
         *     - 20 requests a minute per IP address and form, 120 per IP address over all forms, 600 per form.
         *     - The response is JSON unless `Accept` names `text/html`, as browsers do when they submit a form: then it's a redirect or an HTML page. JSON bodies, `X-Requested-With` and an `Accept` that prefers `application/json` always get JSON. `HX-Request: true` (htmx) gets an HTML fragment, or `HX-Redirect` when the form has a `redirectUrl`.
         *     - Scripts of any origin can read the response, with or without credentials, and can send any header. A form with `allowedOrigins` needs an exactly matching `Origin` header.
         *     - A filled honeypot field gets the same response as any success; the message goes to spam.
         *
         *     Needs no token.
         */
        post: operations["submitForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "submission.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A submission was accepted
         * @description Sent to the URL of the form's webhook. Any 2xx status line takes the event; redirects are not followed and count as failures; 410 ends the deliveries. The whole exchange has 15 seconds. After a failure it is tried again 1 minute, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours later, 8 times in all. Spam emits nothing.
         */
        post: operations["receiveSubmissionCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody asked for a test
         * @description Sent to the URL of the form's webhook. Any 2xx status line takes the event; redirects are not followed and count as failures; 410 ends the deliveries. The whole exchange has 15 seconds. It is tried once.
         */
        post: operations["receiveWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The message is stored. A repeat by the same key gets the first answer again. */
        AcceptedSubmission: {
            /** @description What was stored. */
            data: {
                /**
                 * Format: uuid
                 * @description UUID of the stored message.
                 */
                id: string;
                /**
                 * Format: int64
                 * @description When it was stored, in Unix epoch milliseconds.
                 */
                receivedAt: number;
            };
        };
        AddRecipientInput: {
            /** @description An email address of at most 254 characters; compared without regard to case. */
            email: string;
        };
        /** @description A file that came with a message. Files are not scanned for malware. */
        Attachment: {
            /**
             * Format: uuid
             * @description UUID of the file.
             */
            id: string;
            /** @description Name of the form field that carried the file. */
            field: string;
            /** @description As sent, without paths and control characters. */
            filename: string;
            /** @description Media type, proven by the file's content. */
            contentType: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: int64
             * @description When the file is deleted, in Unix epoch milliseconds.
             */
            expiresAt: number;
            /**
             * @description Only an `available` file can be downloaded.
             * @enum {string}
             */
            status: "available" | "expired" | "unavailable";
        };
        /** @description The automatic reply to visitors that ask for one. */
        Autoresponder: {
            /** @description New at every save, to be sent with the next one. */
            revision: string;
            /** @description Needs a connected, enabled and verified anti-spam widget. */
            enabled: boolean;
            /** @description 1-150 characters in one line, trimmed. */
            subject: string;
            /** @description 1-3,000 characters, trimmed. */
            message: string;
            /**
             * Format: uuid
             * @description The verified recipient that a visitor's answer goes to.
             */
            replyRecipientId: string;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description The reply as a visitor would get it. */
        AutoresponderPreview: {
            /** @description Subject of the mail. */
            subject: string;
            /** @description Where a visitor's answer goes. */
            replyTo: string;
            /** @description The reply as plain text, with a placeholder for the opt-out link. */
            text: string;
        };
        ConnectTurnstileInput: {
            /** @description The site key of a widget of your own; no test key. */
            siteKey: string;
            /** @description Needed for a new widget or another site key; left out, the stored secret stays. Never returned. */
            secretKey?: string;
            /** @description 1-10 exact public host names, without protocol or path. */
            hostnames: string[];
            /** @description Whether a submission must carry a passed challenge. */
            enabled: boolean;
        };
        CreateFormInput: {
            /** @description 1-80 characters, trimmed. */
            name: string;
            /** @description 1-5 distinct verified recipients. */
            recipientIds: string[];
            settings?: components["schemas"]["FormSettingsInput"];
        };
        /** @description One try to send a mail. */
        EmailAttempt: {
            /**
             * Format: uuid
             * @description UUID of the attempt.
             */
            id: string;
            /**
             * Format: int64
             * @description Counts from 1, over all series.
             */
            number: number;
            /**
             * @description `manual`: somebody asked for a retry.
             * @enum {string}
             */
            trigger: "automatic" | "manual";
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            startedAt: number;
            /** @description Unix epoch milliseconds; null while it runs. */
            finishedAt: number | null;
            /**
             * @description `uncertain`: the provider's answer was lost, the mail may have left.
             * @enum {string}
             */
            outcome: "pending" | "sent" | "failed" | "uncertain";
            /** @description What went wrong, in one sentence; null if nothing. */
            error: string | null;
        };
        /** @description One mail to one address, with every attempt to send it. */
        EmailDelivery: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /** @description UUID of the recipient; null for a visitor's reply. */
            recipientId: string | null;
            /** @description The address it goes to. */
            email: string;
            /**
             * @description Mail to an owner, or the automatic reply to the visitor.
             * @enum {string}
             */
            kind: "notification" | "visitor_reply";
            /**
             * @description `retrying`: another attempt follows by itself. `failed` and `uncertain` notifications can be retried by hand.
             * @enum {string}
             */
            status: "queued" | "sending" | "retrying" | "sent" | "failed" | "uncertain" | "cancelled";
            /** @description Oldest first. */
            attempts: components["schemas"]["EmailAttempt"][];
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /** @description Unix epoch milliseconds; null before the first. */
            lastAttemptAt: number | null;
            /** @description Unix epoch milliseconds; null when none is due. */
            nextAttemptAt: number | null;
        };
        /** @description What every answer that is no success says. */
        ErrorEnvelope: {
            /** @description The refusal. */
            error: {
                /** @description What went wrong, for programs. New codes may come: treat one that you do not know by its status. */
                code: string;
                /** @description What went wrong in one sentence, for people. */
                message: string;
                /**
                 * Format: uuid
                 * @description Names the request in our logs, the same as the header `X-Request-Id`; absent when the request was refused before it reached the application.
                 */
                requestId?: string;
                /** @description Every failed rule of the request, all reported together. */
                details?: {
                    /** @description Dotted path into the body (`settings.uploads.retentionDays`, `rules.0.value`) or the name of a query parameter; empty for the whole body. */
                    path: string;
                    /** @description The rule that was broken. */
                    message: string;
                }[];
            };
        };
        /**
         * @description Where the message is kept.
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
            /** @description 1-80 characters, trimmed. */
            name: string;
            /**
             * @description `paused`: intake answers 403 form_paused; stored messages stay.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients that are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description The key of `POST /f/{publicKey}`; it only receives messages. */
            publicKey: string;
        };
        /** @description Complete settings, defaults filled in. */
        FormSettings: {
            /** @description Subject of notification mails; 1-150 characters, one line. Default `New form submission`. */
            subject: string;
            /** @description Up to 10 HTTPS origins without paths or credentials. Empty: any origin. Otherwise a submission must carry an exactly matching Origin header. */
            allowedOrigins: string[];
            /** @description Where HTML responses lead: an HTTPS URL without credentials, or empty for the hosted thank-you page. */
            redirectUrl: string;
            /** @description Field name that people never fill; 1-64 letters, digits or underscores, a letter first. Default `botcheck`. */
            honeypot: string;
            /** @description Days that new messages are kept, 1-365; null (default): until deleted. */
            messageRetentionDays: number | null;
            /** @description Whether files come with messages, and how long they are kept. */
            uploads: {
                /** @description Whether files are accepted; default false. */
                enabled: boolean;
                /** @description Days that uploaded files are kept, 1-365; default 30. */
                retentionDays: number;
            };
        };
        /** @description Some of the settings; what is left out keeps its value or gets its default. */
        FormSettingsInput: {
            /** @description Subject of notification mails; 1-150 characters, one line. Default `New form submission`. */
            subject?: string;
            /** @description Up to 10 HTTPS origins without paths or credentials. Empty: any origin. Otherwise a submission must carry an exactly matching Origin header. */
            allowedOrigins?: string[];
            /** @description Where HTML responses lead: an HTTPS URL without credentials, or empty for the hosted thank-you page. */
            redirectUrl?: string;
            /** @description Field name that people never fill; 1-64 letters, digits or underscores, a letter first. Default `botcheck`. */
            honeypot?: string;
            /** @description Days that new messages are kept, 1-365; null (default): until deleted. */
            messageRetentionDays?: number | null;
            /** @description Whether files come with messages, and how long they are kept. */
            uploads?: {
                /** @description Whether files are accepted; default false. */
                enabled?: boolean;
                /** @description Days that uploaded files are kept, 1-365; default 30. */
                retentionDays?: number;
            };
        };
        /** @description A form as lists show it. */
        FormSummary: {
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            id: string;
            /** @description 1-80 characters, trimmed. */
            name: string;
            /**
             * @description `paused`: intake answers 403 form_paused; stored messages stay.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients that are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description A form with its anti-spam widget. */
        FormWithWidget: {
            /**
             * Format: uuid
             * @description UUID of the form.
             */
            id: string;
            /** @description 1-80 characters, trimmed. */
            name: string;
            /**
             * @description `paused`: intake answers 403 form_paused; stored messages stay.
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Verified recipients that are notified by default. */
            recipientIds: string[];
            settings: components["schemas"]["FormSettings"];
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description The key of `POST /f/{publicKey}`; it only receives messages. */
            publicKey: string;
            /** @description The anti-spam widget; null when none is connected. */
            turnstile: components["schemas"]["Turnstile"] | null;
        };
        /** @description Who is told of the message, decided when it was accepted. */
        NotificationPlan: {
            /** @description Verified recipients; none when nobody is told. */
            recipients: {
                /**
                 * Format: uuid
                 * @description UUID of the recipient.
                 */
                id: string;
                /** @description The address that is told. */
                email: string;
            }[];
            /**
             * @description Why these recipients, and nobody else, are told.
             * @enum {string}
             */
            reason: "form_recipients" | "routing_rule" | "notifications_disabled" | "spam";
            /** @description The routing rule that matched first, or null. */
            ruleId: string | null;
            /** @description That rule's name, or null. */
            ruleName: string | null;
        };
        PreviewAutoresponderInput: {
            /** @description Needs a connected, enabled and verified anti-spam widget. */
            enabled: boolean;
            /** @description 1-150 characters in one line, trimmed. */
            subject: string;
            /** @description 1-3,000 characters, trimmed. */
            message: string;
            /**
             * Format: uuid
             * @description The verified recipient that a visitor's answer goes to.
             */
            replyRecipientId: string;
        };
        PreviewRoutingInput: {
            /** @description The rules to try, without a revision. */
            config: {
                /** @description false: the form's own recipients are told, whatever the rules say. */
                enabled: boolean;
                /** @description Up to 10 rules in the order in which they are tried. */
                rules: {
                    /**
                     * Format: uuid
                     * @description A UUID of your own, unique among the rules.
                     */
                    id: string;
                    /** @description 1-60 characters, trimmed. */
                    name: string;
                    /** @description Name of a submitted field; no reserved control and not the honeypot. */
                    field: string;
                    /**
                     * @description How the field is tested. Case and surrounding spaces don't matter; `i`, `ı`, `İ` and `I` match each other.
                     * @enum {string}
                     */
                    operator: "equals" | "contains" | "present";
                    /**
                     * @description 1-200 characters, not only spaces; may be left out for `present`.
                     * @default null
                     */
                    value: string | null;
                    /** @description 1-5 distinct verified recipients. */
                    recipientIds: string[];
                }[];
            };
            /** @description What a visitor would send: field names with their values. */
            fields: {
                [key: string]: string | string[];
            };
        };
        /** @description An address that forms can notify once its owner has verified it. */
        Recipient: {
            /**
             * Format: uuid
             * @description UUID of the recipient.
             */
            id: string;
            /** @description The address that is notified. */
            email: string;
            /**
             * @description `pending` until the owner of the address has confirmed it.
             * @enum {string}
             */
            status: "pending" | "verified";
            /** @description Unix epoch milliseconds; null while pending. */
            verifiedAt: number | null;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
        };
        /** @description A recipient whose verification mail has just been sent. */
        RecipientPending: {
            /**
             * Format: uuid
             * @description UUID of the recipient.
             */
            id: string;
            /** @description The address that is notified. */
            email: string;
            /**
             * @description `pending` until the owner of the address has confirmed it.
             * @enum {string}
             */
            status: "pending" | "verified";
            /** @description Unix epoch milliseconds; null while pending. */
            verifiedAt: number | null;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description When it was sent, in Unix epoch milliseconds.
             */
            verificationSentAt: number;
            /**
             * Format: int64
             * @description Epoch milliseconds from which it can be sent again.
             */
            resendAvailableAt: number;
        };
        /** @description The delivery, queued again. */
        RetriedWebhookDelivery: {
            /** @description One sentence. */
            message: string;
            delivery: components["schemas"]["WebhookDeliveryItem"];
        };
        RetryEmailInput: {
            /**
             * @description Needed for an uncertain send, which may already have arrived.
             * @default false
             */
            acknowledgePossibleDuplicate: boolean;
        };
        RotateWebhookSecretInput: {
            /** @description The revision of the latest read. */
            revision: string;
        };
        /** @description Who is told of a message instead of the form's own recipients, by what it says. */
        Routing: {
            /** @description New at every save, to be sent with the next one; null until the first. */
            revision: string | null;
            /** @description false: the form's own recipients are told, whatever the rules say. */
            enabled: boolean;
            /** @description In the order in which they are tried. */
            rules: components["schemas"]["RoutingRule"][];
        };
        /** @description One rule; the first that matches wins. */
        RoutingRule: {
            /**
             * Format: uuid
             * @description UUID of the rule.
             */
            id: string;
            /** @description 1-60 characters. */
            name: string;
            /** @description Name of the submitted field that is tested, exactly. */
            field: string;
            /**
             * @description How the field is tested. Case and surrounding spaces don't matter; `i`, `ı`, `İ` and `I` match each other.
             * @enum {string}
             */
            operator: "equals" | "contains" | "present";
            /** @description What is looked for; ignored by `present`. */
            value: string | null;
            /** @description Who is told when this rule is the first that matches. */
            recipientIds: string[];
        };
        SaveAutoresponderInput: {
            /** @description null on the first save; later the revision of the latest read. */
            revision: string | null;
            /** @description Needs a connected, enabled and verified anti-spam widget. */
            enabled: boolean;
            /** @description 1-150 characters in one line, trimmed. */
            subject: string;
            /** @description 1-3,000 characters, trimmed. */
            message: string;
            /**
             * Format: uuid
             * @description The verified recipient that a visitor's answer goes to.
             */
            replyRecipientId: string;
        };
        SaveRoutingInput: {
            /** @description null on the first save; later the revision of the latest read. */
            revision: string | null;
            /** @description false: the form's own recipients are told, whatever the rules say. */
            enabled: boolean;
            /** @description Up to 10 rules in the order in which they are tried. */
            rules: {
                /**
                 * Format: uuid
                 * @description A UUID of your own, unique among the rules.
                 */
                id: string;
                /** @description 1-60 characters, trimmed. */
                name: string;
                /** @description Name of a submitted field; no reserved control and not the honeypot. */
                field: string;
                /**
                 * @description How the field is tested. Case and surrounding spaces don't matter; `i`, `ı`, `İ` and `I` match each other.
                 * @enum {string}
                 */
                operator: "equals" | "contains" | "present";
                /**
                 * @description 1-200 characters, not only spaces; may be left out for `present`.
                 * @default null
                 */
                value: string | null;
                /** @description 1-5 distinct verified recipients. */
                recipientIds: string[];
            }[];
        };
        SaveWebhookInput: {
            /** @description A public HTTPS URL on port 443 of at most 2,000 characters, without credentials and fragment. */
            url: string;
            /** @description Whether submissions emit events; tests are sent all the same. */
            enabled: boolean;
            /** @description Left out on creation; on an update, the revision of the latest read. */
            revision?: string;
        };
        /** @description A stored message. */
        Submission: {
            /**
             * Format: uuid
             * @description UUID of the message.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form that it came through.
             */
            formId: string;
            /** @description The form's name as it is now. */
            formName: string;
            folder: components["schemas"]["Folder"];
            /** @description Whether somebody has read it. */
            read: boolean;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            receivedAt: number;
            /** @description Value of the submitted field `name` (in any case). */
            name: string | null;
            /** @description Value of the submitted field `email` (in any case). */
            email: string | null;
            /** @description Submitted values by field name, in the order sent; a list where a name was repeated. */
            fields: {
                [key: string]: string | string[];
            };
            /** @description Why it is in spam; null outside spam. */
            spamReason: ("honeypot" | "manual") | null;
            /** @description When retention deletes the message, in Unix epoch milliseconds; null: never. */
            expiresAt: number | null;
            notificationPlan: components["schemas"]["NotificationPlan"];
            /** @description As sent. Files are not scanned for malware. */
            attachments: components["schemas"]["Attachment"][];
            visitorReply: components["schemas"]["VisitorReply"];
            /** @description Oldest first. */
            deliveries: components["schemas"]["EmailDelivery"][];
        };
        /** @description A submission was accepted. Spam emits nothing. */
        SubmissionCreatedEvent: {
            /**
             * Format: uuid
             * @description The event: the same at every attempt and retry, so receivers drop repeats by it.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "submission.created";
            /** @description What it is about. */
            data: {
                /** @description The message. */
                submission: {
                    /**
                     * Format: uuid
                     * @description UUID of the message.
                     */
                    id: string;
                    /**
                     * Format: uuid
                     * @description UUID of the form.
                     */
                    formId: string;
                    /** @description The form's name when the message came. */
                    formName: string;
                    /**
                     * Format: int64
                     * @description Unix epoch milliseconds.
                     */
                    receivedAt: number;
                    /** @description Submitted values by field name; a list where a name was repeated. */
                    fields: {
                        [key: string]: string | string[];
                    };
                    /** @description Files are fetched through the API. */
                    attachments: {
                        /**
                         * Format: uuid
                         * @description UUID of the file.
                         */
                        id: string;
                        /** @description Name of the form field that carried the file. */
                        field: string;
                        /** @description As sent, without paths and control characters. */
                        filename: string;
                        /** @description Media type, proven by the file's content. */
                        contentType: string;
                        /**
                         * Format: int64
                         * @description Bytes.
                         */
                        size: number;
                        /**
                         * Format: int64
                         * @description When the file is deleted, in Unix epoch milliseconds.
                         */
                        expiresAt: number;
                    }[];
                };
            };
        };
        /** @description A message without files, reply and deliveries. */
        SubmissionFields: {
            /**
             * Format: uuid
             * @description UUID of the message.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form that it came through.
             */
            formId: string;
            /** @description The form's name as it is now. */
            formName: string;
            folder: components["schemas"]["Folder"];
            /** @description Whether somebody has read it. */
            read: boolean;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            receivedAt: number;
            /** @description Value of the submitted field `name` (in any case). */
            name: string | null;
            /** @description Value of the submitted field `email` (in any case). */
            email: string | null;
            /** @description Submitted values by field name, in the order sent; a list where a name was repeated. */
            fields: {
                [key: string]: string | string[];
            };
            /** @description Why it is in spam; null outside spam. */
            spamReason: ("honeypot" | "manual") | null;
            /** @description When retention deletes the message, in Unix epoch milliseconds; null: never. */
            expiresAt: number | null;
            notificationPlan: components["schemas"]["NotificationPlan"];
        };
        /** @description Field names with values; a repeated name becomes a list. Names have at most 100 characters, values at most 20,000. The form's honeypot field must stay empty. */
        SubmissionForm: {
            /** @description `true`: the visitor wants the automatic reply. */
            _service_autoreply?: string;
            /** @description 1-128 visible ASCII characters; the same as the header `Idempotency-Key`, which wins over it. */
            _service_idempotency_key?: string;
            /** @description The response of the form's anti-spam widget; needed while one is enabled. */
            "cf-turnstile-response"?: string;
        } & {
            [key: string]: string | string[];
        };
        /** @description Field names with text, numbers, booleans or flat lists of those; null is left out. Names have at most 100 characters, values at most 20,000. The form's honeypot field must stay empty. */
        SubmissionJson: {
            /** @description `true` (as text or boolean): the visitor wants the automatic reply. */
            _service_autoreply?: boolean | string;
            /** @description 1-128 visible ASCII characters; the same as the header `Idempotency-Key`, which wins over it. */
            _service_idempotency_key?: string;
            /** @description The response of the form's anti-spam widget; needed while one is enabled. */
            "cf-turnstile-response"?: string;
        } & {
            [key: string]: (string | number | boolean) | null | (string | number | boolean | null)[];
        };
        /** @description A message as lists show it. */
        SubmissionSummary: {
            /**
             * Format: uuid
             * @description UUID of the message.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the form that it came through.
             */
            formId: string;
            /** @description The form's name as it is now. */
            formName: string;
            folder: components["schemas"]["Folder"];
            /** @description Whether somebody has read it. */
            read: boolean;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            receivedAt: number;
            /** @description Value of the submitted field `name` (in any case). */
            name: string | null;
            /** @description Value of the submitted field `email` (in any case). */
            email: string | null;
            /** @description At most 160 characters in one line. */
            preview: string;
            /**
             * Format: int64
             * @description Files that came with it.
             */
            attachmentCount: number;
        };
        /** @description The token that was sent with the request. */
        Token: {
            /**
             * Format: uuid
             * @description UUID of the token.
             */
            id: string;
            /** @description The integration's label. */
            name: string;
            /** @description The granted permissions. */
            scopes: ("forms:read" | "forms:write" | "submissions:read" | "submissions:write" | "files:read" | "recipients:read" | "recipients:write" | "integrations:read" | "integrations:write" | "usage:read")[];
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            expiresAt: number;
            /**
             * Format: uuid
             * @description UUID of the workspace that it belongs to.
             */
            workspaceId: string;
            /**
             * @description The only environment there is.
             * @constant
             */
            environment: "staging";
        };
        /** @description The form's anti-spam widget. Its secret is never returned. */
        Turnstile: {
            /** @description The widget's public key. */
            siteKey: string;
            /** @description Hosts whose challenges count, in lower case and Punycode. */
            hostnames: string[];
            /** @description Whether a submission must carry a passed challenge. */
            enabled: boolean;
            /** @description When a visitor's challenge first passed with this widget; every save resets it to null. */
            verifiedAt: number | null;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description At least one of the members. */
        UpdateFormInput: {
            /** @description 1-80 characters, trimmed. */
            name?: string;
            /**
             * @description `paused`: intake answers 403 form_paused; stored messages stay.
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description Up to 5 distinct verified recipients. Empty: no default notification mails. */
            recipientIds?: string[];
            settings?: components["schemas"]["FormSettingsInput"];
        };
        /** @description At least one of `folder` and `read`. */
        UpdateSubmissionInput: {
            folder?: components["schemas"]["Folder"];
            /** @description Whether somebody has read it. */
            read?: boolean;
        };
        /** @description Usage of the UTC calendar month. */
        Usage: {
            /** @description UTC calendar month, `YYYY-MM`. */
            month: string;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            periodStart: number;
            /**
             * Format: int64
             * @description Epoch milliseconds at which the next month begins.
             */
            periodEnd: number;
            /**
             * Format: int64
             * @description Submissions stored as not spam this month; moving or deleting them changes nothing.
             */
            accepted: number;
            /**
             * Format: int64
             * @description Submissions stored as spam this month.
             */
            spam: number;
            /**
             * Format: int64
             * @description Submissions a month that the plan allows; spam does not count.
             */
            allowance: number;
            /** @description Current messages by folder; empty folders may be absent. */
            folders: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Bytes of all files, those that await cleanup included.
             */
            storageBytes: number;
        };
        /** @description Whether the visitor is answered, and if not, why. */
        VisitorReply: {
            /**
             * @description `not_eligible`: nothing is sent. `suppressed`: it would be, but for an opt-out or a limit. `uncertain`: it may have arrived.
             * @enum {string}
             */
            status: "not_eligible" | "queued" | "sent" | "failed" | "uncertain" | "suppressed";
            /** @description Why no reply is sent; null when one is or was. */
            reason: ("spam" | "not_configured" | "disabled" | "no_consent" | "no_email" | "widget_not_verified" | "opted_out" | "rate_limited") | null;
        };
        /** @description The receiver of a form's events. */
        Webhook: {
            /**
             * Format: uuid
             * @description UUID of the webhook.
             */
            id: string;
            /** @description In its normal form, as it is called. */
            url: string;
            /** @description Whether submissions emit events; tests are sent all the same. */
            enabled: boolean;
            /** @description New at every save and rotation, to be sent with the next one. */
            revision: string;
            /**
             * @description `failing`: 3 deliveries in a row used up their attempts. `suspended`: the receiver answered 410, or nothing succeeded for 5 days with 10 failures or more; events are then stored as failed. A successful test or retry, or any save, heals it.
             * @enum {string}
             */
            health: "healthy" | "failing" | "suspended";
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
        };
        /** @description One try to send an event. */
        WebhookAttempt: {
            /**
             * Format: uuid
             * @description UUID of the attempt.
             */
            id: string;
            /**
             * Format: int64
             * @description Counts from 1.
             */
            number: number;
            /**
             * @description What it was made for.
             * @enum {string}
             */
            trigger: "automatic" | "manual" | "test";
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            startedAt: number;
            /** @description Milliseconds; null while it runs. */
            durationMs: number | null;
            /**
             * @description `interrupted`: the service stopped meanwhile; the event may have arrived.
             * @enum {string}
             */
            outcome: "pending" | "succeeded" | "http_error" | "redirect_refused" | "timeout" | "connection_failed" | "tls_failed" | "dns_failed" | "address_blocked" | "interrupted";
            /** @description HTTP status; null without an answer. */
            responseStatus: number | null;
            /** @description At most 16 KiB of the answer, as text. */
            responseBody: string | null;
            /** @description Whether the answer was longer than what was read. */
            responseTruncated: boolean;
            /** @description What went wrong, in one sentence; null if nothing. */
            error: string | null;
        };
        /** @description An event with its payload and attempts. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the event: `webhook-id` of every attempt.
             */
            eventId: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "submission.created" | "webhook.test";
            /**
             * @description `retrying`: another attempt follows by itself.
             * @enum {string}
             */
            status: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled";
            /** @description UUID of the message; null for tests. */
            submissionId: string | null;
            /**
             * Format: int64
             * @description Attempts so far.
             */
            attemptCount: number;
            /** @description Why nothing more is tried by itself; null unless failed or cancelled. */
            failureReason: ("attempts_exhausted" | "endpoint_gone" | "endpoint_suspended" | "revision_changed" | "moved_to_spam") | null;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /** @description Unix epoch milliseconds; null before the first. */
            lastAttemptAt: number | null;
            /** @description Unix epoch milliseconds; null when none is due. */
            nextAttemptAt: number | null;
            /** @description Whether it can be sent again by hand. */
            retryable: boolean;
            /** @description From when, in Unix epoch milliseconds; null when not retryable. */
            retryAvailableAt: number | null;
            /** @description The event as it was saved and is sent. */
            payload: components["schemas"]["WebhookEvent"];
            /** @description Oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description An event on its way to the receiver. */
        WebhookDeliveryItem: {
            /**
             * Format: uuid
             * @description UUID of the delivery.
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID of the event: `webhook-id` of every attempt.
             */
            eventId: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "submission.created" | "webhook.test";
            /**
             * @description `retrying`: another attempt follows by itself.
             * @enum {string}
             */
            status: "queued" | "sending" | "retrying" | "delivered" | "failed" | "cancelled";
            /** @description UUID of the message; null for tests. */
            submissionId: string | null;
            /**
             * Format: int64
             * @description Attempts so far.
             */
            attemptCount: number;
            /** @description Why nothing more is tried by itself; null unless failed or cancelled. */
            failureReason: ("attempts_exhausted" | "endpoint_gone" | "endpoint_suspended" | "revision_changed" | "moved_to_spam") | null;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /** @description Unix epoch milliseconds; null before the first. */
            lastAttemptAt: number | null;
            /** @description Unix epoch milliseconds; null when none is due. */
            nextAttemptAt: number | null;
            /** @description Whether it can be sent again by hand. */
            retryable: boolean;
            /** @description From when, in Unix epoch milliseconds; null when not retryable. */
            retryAvailableAt: number | null;
        };
        /** @description The event as it was saved; it is sent byte for byte at every attempt. */
        WebhookEvent: components["schemas"]["SubmissionCreatedEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description A queued test; its delivery shows how it went. */
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
        /** @description A test that somebody asked for. */
        WebhookTestEvent: {
            /**
             * Format: uuid
             * @description The event: the same at every attempt and retry, so receivers drop repeats by it.
             */
            id: string;
            /**
             * Format: date-time
             * @description When the event happened, as ISO 8601 date-time.
             */
            timestamp: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "webhook.test";
            /** @description What it is about. */
            data: {
                /**
                 * Format: uuid
                 * @description UUID of the form.
                 */
                formId: string;
                /** @description One sentence. */
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
            /** @description In its normal form, as it is called. */
            url: string;
            /** @description Whether submissions emit events; tests are sent all the same. */
            enabled: boolean;
            /** @description New at every save and rotation, to be sent with the next one. */
            revision: string;
            /**
             * @description `failing`: 3 deliveries in a row used up their attempts. `suspended`: the receiver answered 410, or nothing succeeded for 5 days with 10 failures or more; events are then stored as failed. A successful test or retry, or any save, heals it.
             * @enum {string}
             */
            health: "healthy" | "failing" | "suspended";
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            createdAt: number;
            /**
             * Format: int64
             * @description Unix epoch milliseconds.
             */
            updatedAt: number;
            /** @description Shown this once. Verify signatures with it (Standard Webhooks). */
            signingSecret: string;
        };
    };
    responses: {
        /**
         * @description - `token_missing`: The request carries no Authorization header.
         *     - `token_invalid`: The token is malformed or unknown.
         *     - `token_expired`: The token has expired; create a new one.
         *     - `token_revoked`: The token was revoked.
         *     - `wrong_environment`: The token belongs to another environment than staging.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "token_missing" | "token_invalid" | "token_expired" | "token_revoked" | "wrong_environment";
                    };
                };
            };
        };
        /**
         * @description - `cookie_not_allowed`: Management requests must not carry a Cookie header.
         *     - `origin_not_allowed`: The Origin header is not welcome: management requests carry none, and a form takes messages only from the origins in its settings.
         *     - `proxy_key_not_allowed`: Management requests must not carry the header x-service-proxy-key.
         *     - `wrong_api_origin`: The request was sent to a host that does not serve this API.
         *     - `insufficient_scope`: The token lacks the scope that the operation needs; the message names it.
         */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "cookie_not_allowed" | "origin_not_allowed" | "proxy_key_not_allowed" | "wrong_api_origin" | "insufficient_scope";
                    };
                };
            };
        };
        /** @description - `not_found`: Nothing is there: an id is unknown, malformed or belongs to another workspace, or the path does not exist. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "not_found";
                    };
                };
            };
        };
        /** @description - `body_too_large`: The body has more than 32 KiB. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "body_too_large";
                    };
                };
            };
        };
        /** @description - `unsupported_media_type`: The body has a content type that is not taken here. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
        };
        /**
         * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
         *     - `invalid_json`: The body is not valid JSON in UTF-8.
         */
        InvalidBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "validation_failed" | "invalid_json";
                    };
                };
            };
        };
        /** @description - `validation_failed`: Parts of the request break a rule; `details` names each of them. */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
        };
        /** @description - `rate_limited`: Too many requests; wait as long as Retry-After says. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "rate_limited";
                    };
                };
            };
        };
        /** @description - `internal_error`: Something went wrong on our side; check whether a change took effect before you repeat it. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
        };
        /** @description - `service_unavailable`: The service cannot do this now; try again as Retry-After says. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description UUID of the request, the same as `error.requestId`. Keep it for questions. */
        "X-Request-Id": string;
        /** @description No answer may be kept by a cache. */
        "Cache-Control": "no-store";
        /** @description The tightest bucket (`ip`, `token` or `workspace`): `r` requests are left, `t` seconds until the window has room again. */
        RateLimit: string;
        /** @description Every bucket that was counted: `q` requests in `w` seconds. */
        "RateLimit-Policy": string;
        /** @description Whole seconds to wait before the next try, at least 1; absent where waiting does not help. */
        "Retry-After": number;
        /** @description The scheme that is wanted. */
        "WWW-Authenticate": "Bearer";
        /** @description Always `attachment`, with the name of the file (RFC 6266). */
        "Content-Disposition": string;
        /** @description Size of the file in bytes: a download that ends before it is not complete. */
        "Content-Length": number;
        /** @description The request's `Origin`, or `*` without one; absent for an origin that the form doesn't allow. */
        "Access-Control-Allow-Origin": string;
        /** @description Present when the message was stored by an earlier request with the same key. */
        "Idempotent-Replayed": "true";
        /** @description The form's `redirectUrl`, where one is set: htmx goes there. */
        "HX-Redirect": string;
        /** @description The form's `redirectUrl`, or the hosted thank-you page. */
        Location: string;
    };
    pathItems: never;
}
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
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Token"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description - `cookie_not_allowed`: Management requests must not carry a Cookie header.
             *     - `origin_not_allowed`: The Origin header is not welcome: management requests carry none, and a form takes messages only from the origins in its settings.
             *     - `proxy_key_not_allowed`: Management requests must not carry the header x-service-proxy-key.
             *     - `wrong_api_origin`: The request was sent to a host that does not serve this API.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "cookie_not_allowed" | "origin_not_allowed" | "proxy_key_not_allowed" | "wrong_api_origin";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Page size, 1-100; default 25. */
                limit?: number;
                /** @description Opaque position: the `nextCursor` of the page before, taken unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of forms. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page, newest first. */
                        data: components["schemas"]["FormSummary"][];
                        /** @description Cursor of the next page, to be sent unchanged; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            /** @description The form with its public key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `recipient_not_verified`: A recipient is unknown or has not confirmed its address; `details` names it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "recipient_not_verified";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FormWithWidget"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form and its messages are gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The form as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `recipient_not_verified`: A recipient is unknown or has not confirmed its address; `details` names it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "recipient_not_verified";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateFormKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form with its new key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Form"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    connectTurnstile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The widget without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Turnstile"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `turnstile_secret_rejected`: Cloudflare does not know the secret key.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "turnstile_secret_rejected";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `service_unavailable`: The service cannot do this now; try again as Retry-After says.
             *     - `turnstile_unreachable`: Cloudflare could not be asked about the widget; nothing was saved.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "service_unavailable" | "turnstile_unreachable";
                        };
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
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No widget is connected. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            /** @description All recipients; there are no pages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All recipients, oldest first. */
                        data: components["schemas"]["Recipient"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            /** @description The address is verified already; nothing was sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recipient"];
                    };
                };
            };
            /** @description A verification mail is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientPending"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            /**
             * @description - `rate_limited`: Too many requests; wait as long as Retry-After says.
             *     - `recipient_limit_reached`: The workspace has 20 recipients already.
             *     - `verification_cooldown`: A verification mail was sent to this address less than a minute ago.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited" | "recipient_limit_reached" | "verification_cooldown";
                        };
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                /** @description The folder to look in. */
                folder?: "inbox" | "archive" | "spam" | "all";
                /** @description Only messages of this form. */
                formId?: string;
                /** @description Part of a submitted value, at most 200 characters, trimmed. Case doesn't matter in any script; accents do. `i`, `ı`, `İ` and `I` match each other, so `ISTANBUL` finds `İstanbul`. */
                search?: string;
                /** @description `true`: only unread messages; `false` or absent: all. */
                unread?: "true" | "false";
                /** @description Page size, 1-50; default 25. */
                limit?: number;
                /** @description Opaque position: the `nextCursor` of the page before, taken unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page, newest first. */
                        data: components["schemas"]["SubmissionSummary"][];
                        /** @description Cursor of the next page, to be sent unchanged; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportSubmissions: {
        parameters: {
            query?: {
                /** @description The folder to look in. */
                folder?: "inbox" | "archive" | "spam" | "all";
                /** @description Only messages of this form. */
                formId?: string;
                /** @description Part of a submitted value, at most 200 characters, trimmed. Case doesn't matter in any script; accents do. `i`, `ı`, `İ` and `I` match each other, so `ISTANBUL` finds `İstanbul`. */
                search?: string;
                /** @description `true`: only unread messages; `false` or absent: all. */
                unread?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages that match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `export_too_large`: More than 1,000 messages match; narrow the export by folder, form or search text.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "export_too_large";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Unknown, malformed and foreign ones are 404. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Submission"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Unknown, malformed and foreign ones are 404. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message, its files and deliveries are gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Unknown, malformed and foreign ones are 404. */
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubmissionInput"];
            };
        };
        responses: {
            /** @description The message's own fields and its notification plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SubmissionFields"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Unknown, malformed and foreign ones are 404. */
                submissionId: string;
                /** @description UUID of the attachment. Unknown, malformed and foreign ones are 404. */
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Length": components["headers"]["Content-Length"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description - `not_found`: Nothing is there: an id is unknown, malformed or belongs to another workspace, or the path does not exist.
             *     - `attachment_expired`: The file's retention is over and it was deleted.
             *     - `attachment_unavailable`: The file cannot be read any more.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "not_found" | "attachment_expired" | "attachment_unavailable";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `service_unavailable`: The service cannot do this now; try again as Retry-After says.
             *     - `storage_unavailable`: Files cannot be read or stored at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "service_unavailable" | "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    retryEmailDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the submission. Unknown, malformed and foreign ones are 404. */
                submissionId: string;
                /** @description UUID of the email delivery. Unknown, malformed and foreign ones are 404. */
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
            /** @description The notification is queued again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The delivery, queued again. */
                        data: {
                            /** @description One sentence. */
                            message: string;
                            delivery: components["schemas"]["EmailDelivery"];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `delivery_not_retryable`: The delivery is not in a state in which it can be sent again.
             *     - `duplicate_not_acknowledged`: The mail may have arrived already; send acknowledgePossibleDuplicate to send it again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "delivery_not_retryable" | "duplicate_not_acknowledged";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            /**
             * @description - `rate_limited`: Too many requests; wait as long as Retry-After says.
             *     - `retry_cooldown`: The last attempt is less than a minute ago.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited" | "retry_cooldown";
                        };
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Usage"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The routing; without rules before the first save. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Routing"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The routing with its new revision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Routing"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description - `revision_conflict`: The revision is not the current one: read the configuration again and repeat the change. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "revision_conflict";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `recipient_not_verified`: A recipient is unknown or has not confirmed its address; `details` names it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "recipient_not_verified";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewRouting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description Who would be told, and why. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationPlan"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `recipient_not_verified`: A recipient is unknown or has not confirmed its address; `details` names it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "recipient_not_verified";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAutoresponder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The automatic reply, or null before the first save. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Autoresponder"] | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveAutoresponder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The automatic reply with its new revision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Autoresponder"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `revision_conflict`: The revision is not the current one: read the configuration again and repeat the change.
             *     - `widget_required`: Automatic replies need an enabled anti-spam widget that a visitor's challenge has verified.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "revision_conflict" | "widget_required";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `recipient_not_verified`: A recipient is unknown or has not confirmed its address; `details` names it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "recipient_not_verified";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewAutoresponder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The reply, with a placeholder for the opt-out link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AutoresponderPreview"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `recipient_not_verified`: A recipient is unknown or has not confirmed its address; `details` names it.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "recipient_not_verified";
                        };
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook without its secret, or null. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"] | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The webhook as it is now, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description The new webhook with its signing secret, shown this once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description - `revision_conflict`: The revision is not the current one: read the configuration again and repeat the change. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "revision_conflict";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form has no webhook. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
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
            /** @description The webhook with its new signing secret, shown this once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `webhook_not_configured`: The form has no webhook.
             *     - `revision_conflict`: The revision is not the current one: read the configuration again and repeat the change.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "webhook_not_configured" | "revision_conflict";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTest"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description - `webhook_not_configured`: The form has no webhook. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "webhook_not_configured";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            /**
             * @description - `rate_limited`: Too many requests; wait as long as Retry-After says.
             *     - `webhook_test_cooldown`: A test was sent less than a minute ago, or 100 of them in the last 24 hours.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited" | "webhook_test_cooldown";
                        };
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page size, 1-50; default 20. */
                limit?: number;
                /** @description Opaque position: the `nextCursor` of the page before, taken unchanged. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items of this page, newest first. */
                        data: components["schemas"]["WebhookDeliveryItem"][];
                        /** @description Cursor of the next page, to be sent unchanged; null on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidQuery"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
                /** @description UUID of the delivery. Unknown, malformed and foreign ones are 404. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of the form. Unknown, malformed and foreign ones are 404. */
                formId: string;
                /** @description UUID of the delivery. Unknown, malformed and foreign ones are 404. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is queued again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RetriedWebhookDelivery"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /**
             * @description - `webhook_not_configured`: The form has no webhook.
             *     - `revision_conflict`: The revision is not the current one: read the configuration again and repeat the change.
             *     - `delivery_not_retryable`: The delivery is not in a state in which it can be sent again.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "webhook_not_configured" | "revision_conflict" | "delivery_not_retryable";
                        };
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidBody"];
            /**
             * @description - `rate_limited`: Too many requests; wait as long as Retry-After says.
             *     - `retry_cooldown`: The last attempt is less than a minute ago.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited" | "retry_cooldown";
                        };
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-128 visible ASCII characters. The same key with the same content within 24 hours stores nothing twice and gets the first answer again. */
                "Idempotency-Key"?: string;
                /** @description Any value: the response is JSON. */
                "X-Requested-With"?: string;
                /** @description `true`, as htmx sends it: the response is an HTML fragment. */
                "HX-Request"?: string;
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
                "multipart/form-data": components["schemas"]["SubmissionForm"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description The message is stored; for htmx, a fragment that says so. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "HX-Redirect": components["headers"]["HX-Redirect"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The message is stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedSubmission"];
                };
            };
            /** @description The message is stored; for a plain HTML form, the page to go on to. */
            303: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description - `origin_not_allowed`: The Origin header is not welcome: management requests carry none, and a form takes messages only from the origins in its settings.
             *     - `form_paused`: The form is paused and takes no messages.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "origin_not_allowed" | "form_paused";
                        };
                    };
                    "text/html": string;
                };
            };
            /** @description - `not_found`: Nothing is there: an id is unknown, malformed or belongs to another workspace, or the path does not exist. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "not_found";
                        };
                    };
                    "text/html": string;
                };
            };
            /** @description - `idempotency_in_progress`: A message with the same idempotency key is just being stored. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_in_progress";
                        };
                    };
                    "text/html": string;
                };
            };
            /** @description - `submission_too_large`: The submission is too large: 256 KiB of text, or 4 MiB of multipart. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "submission_too_large";
                        };
                    };
                    "text/html": string;
                };
            };
            /** @description - `unsupported_media_type`: The body has a content type that is not taken here. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "unsupported_media_type";
                        };
                    };
                    "text/html": string;
                };
            };
            /**
             * @description - `validation_failed`: Parts of the request break a rule; `details` names each of them.
             *     - `invalid_json`: The body is not valid JSON in UTF-8.
             *     - `empty_submission`: The submission has no field with content and no file.
             *     - `too_many_fields`: The submission has more than 100 field entries or more than 5 files.
             *     - `file_type_not_allowed`: A file's type is not taken, or its content does not match its extension.
             *     - `uploads_disabled`: The form takes no files.
             *     - `turnstile_required`: The form's anti-spam widget was not answered.
             *     - `turnstile_failed`: The anti-spam challenge was not passed; solve a new one.
             *     - `idempotency_key_reused`: The idempotency key was used for a message with other content.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "validation_failed" | "invalid_json" | "empty_submission" | "too_many_fields" | "file_type_not_allowed" | "uploads_disabled" | "turnstile_required" | "turnstile_failed" | "idempotency_key_reused";
                        };
                    };
                    "text/html": string;
                };
            };
            /**
             * @description - `rate_limited`: Too many requests; wait as long as Retry-After says.
             *     - `allowance_exceeded`: The messages that the plan allows this month are used up.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limited" | "allowance_exceeded";
                        };
                    };
                    "text/html": string;
                };
            };
            /** @description - `internal_error`: Something went wrong on our side; check whether a change took effect before you repeat it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                    "text/html": string;
                };
            };
            /**
             * @description - `service_unavailable`: The service cannot do this now; try again as Retry-After says.
             *     - `storage_unavailable`: Files cannot be read or stored at the moment.
             */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"] & {
                        error: {
                            /** @enum {string} */
                            code: "service_unavailable" | "storage_unavailable";
                        };
                    };
                    "text/html": string;
                };
            };
        };
    };
    receiveSubmissionCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same at every attempt and retry. Drop what you have seen before. */
                "webhook-id": string;
                /** @description Seconds since the Unix epoch at which this attempt was made. Refuse what is older than 5 minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes that the signing secret holds as Base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionCreatedEvent"];
            };
        };
        responses: {
            /** @description The event has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The event: the same at every attempt and retry. Drop what you have seen before. */
                "webhook-id": string;
                /** @description Seconds since the Unix epoch at which this attempt was made. Refuse what is older than 5 minutes. */
                "webhook-timestamp": string;
                /** @description `v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes that the signing secret holds as Base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description The event has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
