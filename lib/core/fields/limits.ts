/** The maximum number of fields that a form can define. */
export const MAX_FORM_FIELDS = 50;
/** The maximum number of options of a choice. */
export const MAX_FIELD_OPTIONS = 100;
/** The maximum number of rules of a form's routing, and of a destination's conditions. */
export const MAX_RULES = 10;
/** The maximum length of a name that a submission gives a field. */
export const MAX_NAME_CHARACTERS = 100;
/** The maximum length of a value in a submission, and so the largest `maxLength` of a field. */
export const MAX_VALUE_CHARACTERS = 20_000;
