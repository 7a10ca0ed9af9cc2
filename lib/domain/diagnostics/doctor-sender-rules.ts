import { toLine } from "#lib/core/characters";
import { countOf } from "#lib/core/count";
import { REPLY_NAMES } from "#lib/core/fields/control-fields";
import { meaningOf } from "#lib/core/fields/name-meanings";
import type { FormCondition } from "#lib/domain/diagnostics/form-condition";
import { type Finding, noteFinding, warningFinding } from "#lib/domain/intake/schema";

function isAddressField(name: string): boolean {
  return meaningOf(name) === "email" || REPLY_NAMES.includes(name.toLowerCase());
}

/**
 * Checks whether the owner can reply to messages, and reports the field used as the sender's address.
 */
export function* senderRules({ recent, ownFields }: FormCondition): Generator<Finding> {
  const { people, unanswerable, addressFields } = recent;
  const asks = ownFields.some(({ name, type }) => type === "email" || isAddressField(name));
  if (people > 0 && unanswerable === people && !asks)
    yield warningFinding("no_sender", "website", {
      what: `${people === 1 ? "The latest message has" : `None of the latest ${countOf(people, "message")} has`} ${people === 1 ? "no" : "an"} email address, so you can’t reply.`,
      fix: "Ask for the address in a field called “email”.",
    });
  else if (people === 0 && ownFields.length > 0 && !asks)
    yield warningFinding("no_sender", "fields", {
      what: "The form doesn’t ask for an email address, so you can’t reply to its messages.",
      fix: "Add a field of the type “Email”.",
    });
  const known = (name: string) =>
    isAddressField(name) || ownFields.some((own) => own.name === name && own.type === "email");
  const [guessed] = addressFields;
  if (guessed !== undefined && !addressFields.some(known))
    yield noteFinding("sender_guessed", "website", {
      what: `Replies go to the address in “${toLine(guessed, 100)}”, the only one in the newest message.`,
      fix: "Call that field “email” to be sure.",
    });
}
