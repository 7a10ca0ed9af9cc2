import { MESSAGES } from "#lib/domain/forms/fields/rules";

/** The texts of a form's pages. `{…}` is filled in. All other languages have the same. */
export const ENGLISH = {
  optional: "(optional)",
  fullStop: ".",
  name: "Name",
  email: "Email",
  emailHint: "So we can reply to you.",
  message: "Message",
  files: "Files",
  filesHint: "Files: up to {files}, at most {limit} MB in total ({types}).",
  /** All types, where a form doesn't accept fewer. */
  fileTypes: "PDF, images, plain text, Office, OpenDocument, or ZIP",
  select: "Select…",
  intro: "Your message goes straight to our inbox.",
  send: "Send message",
  notSentYet: "Your message hasn’t been sent yet.",
  checkBelow: "Please check it below and select “Send message”.",
  trap: "Leave this empty",
  scriptNeeded: "The spam check requires JavaScript. Turn it on to send this form.",
  consent: "Email me a confirmation",
  thanksTitle: "Thank you",
  thanksText: "Your message was received through “{form}”.",
  closePage: "You can close this page.",
  thanksShort: "Thank you. Your message was received.",
  sendAnother: "Send another message",
  backTo: "Back to {host}",
  closedTab: "Closed",
  closedTitle: "“{form}” is closed",
  closedText:
    "This form isn’t accepting messages right now. Please try again later, or contact the site owner another way.",
  fullTab: "Not available",
  fullTitle: "“{form}” can’t accept messages right now",
  fullText:
    "A message that you write now couldn’t be sent. Please contact the site owner another way, or try again later.",
  notFoundTitle: "Page not found",
  notFoundText:
    "Check that the link is complete. If it is, the form may have moved or been deleted. Ask the person who shared it for a new link.",
  optOut: {
    brokenTitle: "This link doesn’t work",
    brokenText:
      "Part of it seems to be missing. Open it from the email again, or copy the whole link.",
    brokenAdvice: "If that doesn’t help, reply to the email and ask to stop automatic replies.",
    doneTitle: "You’re unsubscribed",
    doneText:
      "You won’t get automatic replies from this sender anymore, no matter which of their forms you use.",
    doneAdvice: "Your messages will still reach them. You can close this page.",
    askTitle: "Unsubscribe from automatic replies?",
    askText: "You got an automatic reply because you asked for one when you sent a message.",
    askAdvice: "If you unsubscribe, you won’t get automatic replies from this sender anymore.",
    button: "Unsubscribe",
  },
  confirm: {
    thanks:
      "One more step: press the button in the email we’ve sent you. Your message reaches us only then.",
    subject: "Please confirm your message",
    ask: "Press the button to send your message to “{form}”. It only arrives after that.",
    ignore: "If you didn’t write it, you don’t need to do anything. It’s deleted after 7 days.",
    button: "Send my message",
    goneTitle: "This link no longer works",
    goneText:
      "The message has been deleted. If you still want to send it, please fill in the form again.",
  },
  reply: {
    reason:
      "You’re receiving this because you asked for an automatic reply when you sent a message to {sender}.",
    optOut: "Unsubscribe from automatic replies",
  },
  failure: {
    title: "Something went wrong",
    text: "Please try again in a moment.",
    unreadTitle: "We couldn’t read this request",
    unreadText: "Please go back, reload the page, and try again.",
    directTitle: "This page can’t be opened directly",
    directText: "Open the page in a browser, or submit its form.",
    formTitle: "This form can’t be shown right now",
  },
  spamLink: {
    askTitle: "Mark this message as spam?",
    ask: "The message from “{form}” moves to spam. Emails and webhook events about it that are still waiting aren’t sent.",
    button: "Mark as spam",
    doneTitle: "Marked as spam",
    done: "The message from “{form}” is in spam. Anything still waiting to be sent about it was canceled.",
    undo: "Was it a mistake? Move it back in the inbox: {url}",
    gone: "The message was deleted, your address is no longer a recipient, or the email is more than 30 days old.",
  },
  recipient: {
    askTitle: "Confirm your email address",
    ask: "{workspace} wants to send messages from its website forms to {email}.",
    warning:
      "Only confirm if you recognize {workspace}. You won’t get any messages until you confirm.",
    button: "Confirm address",
    doneTitle: "Address confirmed",
    done: "Thank you. {workspace} can now send messages to {email}.",
    againTitle: "Already confirmed",
    again: "{email} is already confirmed. There’s nothing else to do.",
    expired: "It may have expired. Confirmation links work for 24 hours.",
    askAgain: "Ask the person who runs the form to send you a new one.",
    isYours: "Is this your form?",
    toDashboard: "Go to the dashboard",
  },
  notSent: "Not sent",
  notSentTitle: "Your message couldn’t be sent",
  waitTitle: "One moment, please",
  to: "To: {form}",
  yourMessage: "Your message",
  sendAgain: "Send again",
  sendFromThere: "Go back to the previous page and send it again from there.",
  copy: "Here’s a copy of what you typed.",
  copyMessage: "Copy my message",
  copied: "Copied.",
  goBack: "Use your browser’s Back button. What you typed should still be there.",
  fileLost: "Your browser didn’t keep {files}. Please select it again.",
  filesLost: "Your browser didn’t keep {files}. Please select them again.",
  nthValue: "{label} ({n} of {count})",
  unnamed: "Field without a name",
  unexpectedReason: "Something went wrong on our end.",
  waitAndSend: "Please wait a moment and send it again.",
  waitFor: "Please wait {time} and send it again.",
  tellOwner: "Please contact the site owner another way and let them know.",
  sizes: "It can be at most {limit} MB in total with files, or 256 KB without.",
  errors: {
    validation_failed: {
      reason: "Some fields need your attention.",
      advice: "Please fix them and send your message again.",
    },
    empty_submission: {
      reason: "Your message is empty.",
      advice: "Please write something and send it again.",
    },
    too_many_fields: {
      reason: "Your message has too many fields or files.",
      advice: "Please leave some of them out and send your message again.",
    },
    file_type_not_allowed: {
      reason: "One of your files couldn’t be sent.",
      advice: "Please select a different file and send your message again.",
    },
    uploads_disabled: {
      reason: "This form doesn’t accept files.",
      advice: "Please send your message without them.",
    },
    turnstile_required: {
      reason: "The spam check is missing.",
      advice: "Please complete it and send your message again.",
    },
    turnstile_failed: {
      reason: "The spam check failed.",
      advice: "Please complete it again and send your message again.",
    },
    idempotency_key_reused: {
      reason: "This message was changed after it was sent.",
      advice: "Send it again to also send the new version.",
    },
    idempotency_in_progress: {
      reason: "Your message is being saved.",
      advice: "Please wait a few seconds. Sending it again won’t create a duplicate.",
    },
    submission_too_large: {
      reason: "Your message is too large.",
      advice: "Please make it smaller, or attach smaller files, and send it again.",
    },
    invalid_json: { reason: "We couldn’t read your message.", advice: "Please send it again." },
  },
  /** Errors whose advice is one of the sentences above. */
  reasons: {
    rate_limited: "Too many messages were sent in a short time.",
    allowance_exceeded: "This form can’t accept more messages right now.",
    service_unavailable: "We couldn’t save your message.",
    storage_unavailable: "We couldn’t save your files.",
    unsupported_media_type: "We couldn’t read your message.",
    origin_not_allowed: "This form doesn’t accept messages from the page you came from.",
    form_paused: "This form is closed right now.",
    not_found: "There’s no form at this address.",
  },
  /** Faults of a field, to come after its label; those that begin with a capital, after a colon. */
  faults: {
    ...MESSAGES,
    phone: "must be a phone number with at least 3 digits",
    too_short: "is too short (characters required: {limit})",
    too_long: "is too long (characters allowed: {limit})",
    too_small: "must be at least {limit}",
    too_large: "must be at most {limit}",
    too_early: "must be {limit} or later",
    too_late: "must be {limit} or earlier",
  },
} as const;

type Texts<T> = { readonly [Name in keyof T]: T[Name] extends string ? string : Texts<T[Name]> };

/** All texts of a form's pages in one language. */
export type PageWords = Texts<typeof ENGLISH>;
