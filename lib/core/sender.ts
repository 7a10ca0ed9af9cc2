import { REPLY_NAMES } from "#lib/core/control-fields";
import { type FieldPairs, valuesNamed } from "#lib/core/fields";
import { isReplyAddress } from "#lib/core/text";

/**
 * The sender by the fields `name` and `email`, in any case: the first value that isn't blank, trimmed.
 * `email` is the typed text, which may not be an address.
 */
export function findSender(fields: FieldPairs): {
  name: string | null;
  email: string | null;
} {
  return {
    name: valuesNamed(fields, ["name"])[0] ?? null,
    email: valuesNamed(fields, ["email"])[0] ?? null,
  };
}

/** The visitor's address as typed: in `email` or, if that holds no valid one, in an alias. */
function typedAddresses(fields: FieldPairs): string[] {
  const typed = valuesNamed(fields, ["email"]);
  return typed.some(isReplyAddress) ? typed : valuesNamed(fields, REPLY_NAMES);
}

/** The address that a person's reply goes to: the first valid one, or null. */
export function findReplyTo(fields: FieldPairs): string | null {
  return typedAddresses(fields).find(isReplyAddress) ?? null;
}

/**
 * The only address that an auto-reply can go to; null when the visitor left no valid address or
 * different ones.
 */
export function findAutoReplyAddress(fields: FieldPairs): string | null {
  const [address, ...others] = new Set(typedAddresses(fields));
  if (address === undefined || others.length > 0) return null;
  return isReplyAddress(address) ? address : null;
}
