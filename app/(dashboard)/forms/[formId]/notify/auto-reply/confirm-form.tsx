import Link from "next/link";
import { SwitchField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { FieldSection } from "#components/ui/card";
import type { FormPage } from "#lib/domain/forms/page/page-schema";
import { saveConfirmationAction } from "./actions";

type ConfirmFormProps = {
  formId: string;
  page: Pick<FormPage, "revision" | "confirmEmail">;
  /** The reason that visitors can’t be asked, or aren’t although it’s on; null if there’s none. */
  blocked: string | null;
};

/** The switch for double opt-in: messages wait until their visitors confirm their address. */
export function ConfirmForm({ formId, page, blocked }: ConfirmFormProps) {
  const isOn = page.confirmEmail;
  return (
    <FormCard
      action={saveConfirmationAction.bind(null, formId)}
      draftKey={`confirmation-${formId}`}
      revision={page.revision ?? ""}
      saveLabel="Save double opt-in"
    >
      <FieldSection
        title="Double opt-in"
        text="For sign-ups, and wherever an address must be its sender’s."
      >
        <SwitchField
          name="confirmEmail"
          label="Confirm the address first"
          hint={
            <>
              {blocked === null ? null : (
                <span className="mb-1 block font-medium text-warning">
                  {blocked}{" "}
                  <Link href={`/forms/${formId}/settings/spam`} className="link">
                    Open Spam protection
                  </Link>
                </span>
              )}
              A message waits until its sender presses the button in an email that we send to their
              address.{" "}
              <Link href="/docs/double-opt-in" className="link">
                How it works
              </Link>
            </>
          }
          defaultChecked={isOn}
          // Turning it off is always possible.
          disabled={blocked !== null && !isOn}
        />
      </FieldSection>
    </FormCard>
  );
}
