import { ActionForm, SubmitButton } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import { disownEmailAction } from "../actions";

const EFFECTS = {
  verification:
    "Someone may have signed up with your address, by mistake or on purpose. This deletes their account.",
  change:
    "Someone may have entered your address for their account. This cancels the change; their account keeps its own address.",
} as const;

type DisownFormProps = { token: string; state: keyof typeof EFFECTS };

/** A form for the owner of the address who didn’t request this email. */
export function DisownForm({ token, state }: DisownFormProps) {
  return (
    <ActionForm action={disownEmailAction.bind(null, token)} className="grid gap-3 border-t pt-6">
      <FormMessage />
      <p className="text-pretty text-muted-foreground">{EFFECTS[state]}</p>
      <SubmitButton variant="outline" className="w-full">
        This wasn’t me
      </SubmitButton>
    </ActionForm>
  );
}
