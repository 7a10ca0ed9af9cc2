/** What an action answers: what was typed goes back with what is wrong with it. */
export type FormState = {
  status: "idle" | "done" | "refused";
  /** One sentence about the whole: what was done, or why not. */
  message: string | null;
  /** What is wrong, by dotted path of the field (`settings.subject`). */
  fieldErrors: Readonly<Record<string, string>>;
  /** What was typed, by field name; passwords are left out. */
  values: Readonly<Record<string, readonly string[]>>;
  /** Epoch milliseconds before which trying again is pointless. */
  retryAt: number | null;
  /** The session has ended meanwhile: signing in in another tab is enough to send this again. */
  isSignedOut?: true;
  /** A secret that was just made, shown this once. */
  secret?: string;
  /** Somebody saved first: the revision that is saved now, for who wants to save over it. */
  conflict?: string;
};

export type FormAction = (state: FormState, data: FormData) => Promise<FormState>;

export const IDLE: FormState = {
  status: "idle",
  message: null,
  fieldErrors: {},
  values: {},
  retryAt: null,
};

/** Name of the button that saves over what somebody else saved. */
export const OVER = "over";

/** Name of the field with the key of an attempt: sent twice under one key, it has one effect. */
export const ONCE = "once";

/** For what no field of the page can have caused. */
export const OUT_OF_DATE = "This page is out of date. Reload it and try again.";
