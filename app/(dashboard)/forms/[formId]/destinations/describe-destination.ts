import type { Destination } from "#lib/webhooks/destination-schema";
import { OPERATOR_WORDS } from "../routing/draft";

/** Which messages it gets, as a sentence: “Messages where topic contains “sales”.” */
export function describeConditions(conditions: Destination["conditions"]): string {
  if (conditions === null) return "Every message";
  const parts = conditions.rules.map(({ field, operator, value }) =>
    operator === "present"
      ? `${field} ${OPERATOR_WORDS.present}`
      : `${field} ${OPERATOR_WORDS[operator]} “${value ?? ""}”`,
  );
  return `Messages where ${parts.join(conditions.match === "all" ? " and " : " or ")}`;
}
