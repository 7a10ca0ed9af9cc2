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
import {
  type FormAction,
  type FormState,
  IDLE,
  ONCE,
  OUT_OF_DATE,
} from "#components/form/form-state";
import { NO_ANSWER_ONCE, runAction } from "#components/form/run-action";
import { useKeptTexts } from "#components/form/use-kept-texts";
import { toast } from "#components/ui/toast";

type FormContextValue = {
  state: FormState;
  isPending: boolean;
  /** Whether something was typed since the page was shown or saved. */
  isDirty: boolean;
  /** What was typed before the page was left, where it is back. */
  kept: Pick<ReturnType<typeof useKeptTexts>, "isBack" | "forget" | "discard"> | null;
};

const FormContext = createContext<FormContextValue>({
  state: IDLE,
  isPending: false,
  isDirty: false,
  kept: null,
});

export function useFormContext(): FormContextValue {
  return useContext(FormContext);
}

type ActionFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit" | "onChange"> & {
  action: FormAction;
  /** Under which name what is typed outlives the page until it is saved. */
  keepAs?: string;
  /** Empties the fields after success: forms that add one thing after the other. */
  resetWhenDone?: boolean;
  /** Called with the state of a success; the message is then the caller's to show. */
  onDone?: (state: FormState) => void;
  /** Stands in the form's place after a success, also where the browser itself has sent it. */
  done?: (state: FormState) => ReactNode;
};

/**
 * A form around a server action. It works before and without JavaScript; with it, nothing that was
 * typed is touched by a refusal, and the first wrong field gets the focus.
 */
export function ActionForm({
  action,
  keepAs,
  resetWhenDone = false,
  onDone,
  done,
  children,
  ...props
}: ActionFormProps) {
  // Before and without JavaScript the browser submits; with it, we do, and keep what was typed.
  const [submitted, submit] = useActionState(action, IDLE);
  const [answered, setAnswered] = useState<FormState | null>(null);
  const [isPending, startTransition] = useTransition();
  const state = answered ?? submitted;
  const form = useRef<HTMLFormElement>(null);
  // Not the first state: that may be what the browser's own submission came to.
  const seen = useRef(IDLE);
  const [isDirty, setDirty] = useState(false);
  const kept = useKeptTexts({ form, name: keepAs, isDirty, setDirty });
  const forgetKept = useEffectEvent(kept.forget);

  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    if (state.status === "refused") {
      const first = form.current?.querySelector<HTMLElement>(
        "[aria-invalid='true'], [data-form-message]",
      );
      if (first) first.focus();
      else toast(state.message ?? OUT_OF_DATE);
      return;
    }
    setDirty(false);
    forgetKept();
    if (resetWhenDone) form.current?.reset();
    if (onDone) onDone(state);
    else if (state.message && !done) toast(state.message);
  }, [state, resetWhenDone, onDone, done]);

  if (done && state.status === "done") return done(state);
  return (
    <FormContext value={{ state, isPending, isDirty, kept }}>
      <form
        ref={form}
        noValidate
        action={submit}
        onChange={() => {
          setDirty(true);
          kept.keepTyped();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending) return;
          const data = new FormData(event.currentTarget, event.nativeEvent.submitter);
          const noAnswer = data.has(ONCE) ? NO_ANSWER_ONCE : undefined;
          startTransition(async () =>
            setAnswered(
              await runAction(() => action(state, data), noAnswer).catch((departure: unknown) => {
                // A success that leads elsewhere.
                kept.forget();
                throw departure;
              }),
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
