"use client";

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useActionState,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useTransition,
} from "react";
import { v7 } from "uuid";
import {
  type ActionError,
  type ActionOutcome,
  type FormAction,
  type FormState,
  IDEMPOTENCY_KEY,
  OUT_OF_DATE,
  toFieldErrors,
} from "#components/form/action-result.ts";
import { CONNECTION_LOST_SAFE, callAction } from "#components/form/use-action.ts";
import { useFormDraft } from "#components/form/use-draft.ts";
import { type Button, PendingButton } from "#components/ui/button";
import { toast } from "#components/ui/toast.ts";

type FormContextValue = {
  /** The last submission, if it failed. */
  error: ActionError | null;
  fieldErrors: Readonly<Record<string, string>>;
  /** The typed values of a failed submission without JavaScript, which rendered the page again. */
  typed: ActionError["values"] | null;
  /** The last submission, if it succeeded. */
  outcome: ActionOutcome | null;
  isPending: boolean;
  /** True if the user has typed anything since the page was shown or saved. */
  isDirty: boolean;
  draft: ReturnType<typeof useFormDraft> | null;
  /** Reports a change that no field reports, such as a row that a button adds. */
  noteChange: () => void;
  /** Shows the saved values instead of the typed ones. @returns a function that undoes this */
  discard: () => () => void;
  /** Submits the form, from a bar outside it. */
  submit: () => void;
};

const NO_FORM: FormContextValue = {
  error: null,
  fieldErrors: {},
  typed: null,
  outcome: null,
  isPending: false,
  isDirty: false,
  draft: null,
  noteChange: () => {},
  discard: () => () => {},
  submit: () => {},
};

const FormContext = createContext(NO_FORM);

export const useFormContext = () => useContext(FormContext);

type FieldErrorsProps = { errors: FormContextValue["fieldErrors"]; children: ReactNode };

/** The errors of fields that belong to no `ActionForm`. */
export function FieldErrors({ errors, children }: FieldErrorsProps) {
  return <FormContext value={{ ...NO_FORM, fieldErrors: errors }}>{children}</FormContext>;
}

type ActionFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit" | "onChange"> & {
  action: FormAction;
  /** Keeps typed text under this key until it's saved. */
  draftKey?: string;
  resetWhenDone?: boolean;
  /** Called after success, instead of a toast. */
  onDone?: (outcome: ActionOutcome) => void;
  /** Replaces the form after success, even when the browser submitted it without JavaScript. */
  done?: (outcome: ActionOutcome) => ReactNode;
};

/**
 * A form around a server action. It works before and without JavaScript. With it, an error leaves
 * everything that was typed and focuses the first invalid field.
 */
export function ActionForm({
  action,
  draftKey,
  resetWhenDone = false,
  onDone,
  done,
  children,
  ...props
}: ActionFormProps) {
  // Without JavaScript the browser submits; with it, we do, to keep the typed text.
  const [submitted, submitNow] = useActionState(action, null);
  const [returned, setReturned] = useState<FormState>(null);
  const [isPending, startTransition] = useTransition();
  const state = returned ?? submitted;
  const form = useRef<HTMLFormElement>(null);
  // Starts at null, not at the first state, which may already be the result of a browser submission.
  const seen = useRef<FormState>(null);
  const [isDirty, setDirty] = useState(false);
  /** The failed submission whose texts were discarded. */
  const [discarded, setDiscarded] = useState<FormState>(null);
  const isTypedSinceSubmit = useRef(false);
  const draft = useFormDraft({ form, draftKey, setDirty });
  const forgetDraft = useEffectEvent(draft.forget);

  useEffect(() => {
    if (seen.current === state || state === null) return;
    seen.current = state;
    if (!state.ok) {
      const first = form.current?.querySelector<HTMLElement>(
        "[aria-invalid='true'], [data-form-message]",
      );
      if (first) first.focus();
      else toast(state.error.message ?? OUT_OF_DATE);
      return;
    }
    if (!isTypedSinceSubmit.current) {
      setDirty(false);
      forgetDraft();
      if (resetWhenDone) form.current?.reset();
    }
    if (onDone) onDone(state.value);
    else if (state.value.message && !done) toast(state.value.message);
  }, [state, resetWhenDone, onDone, done]);

  if (done && state?.ok) return done(state.value);
  const error = state === null || state.ok || state === discarded ? null : state.error;
  const fieldErrors = toFieldErrors(error?.details ?? []);
  const outcome = state?.ok ? state.value : null;
  const typed = error && submitted?.ok === false ? submitted.error.values : null;
  const discard = () => {
    setDiscarded(state);
    return draft.discard();
  };
  const noteChange = () => {
    isTypedSinceSubmit.current = true;
    setDirty(true);
    draft.save();
  };
  const commands = { noteChange, discard, submit: () => form.current?.requestSubmit() };
  const shown = { error, fieldErrors, typed, outcome, isPending, isDirty, draft };
  return (
    <FormContext value={{ ...shown, ...commands }}>
      <form
        ref={form}
        noValidate
        action={submitNow}
        onChange={noteChange}
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending) return;
          const data = new FormData(event.currentTarget, event.nativeEvent.submitter);
          const lostMessage = data.has(IDEMPOTENCY_KEY) ? CONNECTION_LOST_SAFE : undefined;
          isTypedSinceSubmit.current = false;
          startTransition(async () =>
            setReturned(
              await callAction(() => action(state, data), lostMessage).catch(
                (redirect: unknown) => {
                  draft.forget();
                  throw redirect;
                },
              ),
            ),
          );
        }}
        {...props}
      >
        {children}
      </form>
    </FormContext>
  );
}

export function SubmitButton({ children, ...props }: ComponentProps<typeof Button>) {
  const { isPending } = useFormContext();
  return (
    <PendingButton type="submit" isPending={isPending} {...props}>
      {children}
      {isPending ? (
        <span role="status" className="sr-only">
          Working
        </span>
      ) : null}
    </PendingButton>
  );
}

/** Sends this form’s idempotency key: however often it’s submitted, it has one effect. */
export function IdempotencyField() {
  const [key] = useState(() => v7());
  // The server renders one too, for a form that is submitted without JavaScript.
  return <input type="hidden" name={IDEMPOTENCY_KEY} defaultValue={key} suppressHydrationWarning />;
}

/**
 * Sends the revision that the form was rendered from. It doesn’t change while someone types, even if the page
 * learns of another save; only a save of this form changes it. If nothing was typed, it and the fields follow
 * the saved state.
 */
export function RevisionField({ revision }: { revision: string }) {
  const { isDirty, outcome } = useFormContext();
  const input = useRef<HTMLInputElement>(null);
  const [held, setHeld] = useState({ revision, outcome });
  const shown = useRef(revision);
  const isNew = held.revision !== revision;
  const isSaved = outcome !== null && held.outcome !== outcome;
  if (isDirty ? isNew && isSaved : isNew || isSaved) setHeld({ revision, outcome });
  // React doesn’t update the texts of fields after their first render.
  useEffect(() => {
    if (isDirty || shown.current === held.revision) return;
    shown.current = held.revision;
    input.current?.form?.reset();
  }, [isDirty, held]);
  return <input ref={input} type="hidden" name="revision" value={held.revision} />;
}
