/** Fields that a form can define. */
export const MAX_FORM_FIELDS = 50;
/** Options of a choice. */
export const MAX_FIELD_OPTIONS = 100;
/** Of the name that a submission gives a field. */
export const MAX_NAME_CHARACTERS = 100;
/** Of each value in a submission, so also the most that a field can ask for. */
export const MAX_VALUE_CHARACTERS = 20_000;
