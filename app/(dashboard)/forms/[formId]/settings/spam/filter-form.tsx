import { SelectField, SwitchField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { FieldSection } from "#components/ui/card";
import type { SpamFilter } from "#lib/domain/forms/spam/filter-schema";
import { saveFilterAction } from "./actions";
import { WatchedNotice, type WatchedNoticeProps } from "./watched-notice";

type FilterFormProps = {
  formId: string;
  filter: SpamFilter;
  report: WatchedNoticeProps["report"];
  /** Whether the operator’s model, wherever it runs, is asked too. */
  asksModel: boolean;
};

/** Settings for judging messages by their content. */
export function SpamFilterForm({ formId, filter, report, asksModel }: FilterFormProps) {
  return (
    <FormCard
      action={saveFilterAction.bind(null, formId)}
      draftKey={`spam-filter-${formId}`}
      revision={filter.revision ?? ""}
      saveLabel="Save changes"
    >
      <FieldSection
        title="Spam filter"
        text={`Reads each message for signs of spam, and says which ones it found. ${asksModel ? "If they aren’t conclusive, it asks the model that this service’s operator has set up." : "Nothing leaves this service."}`}
      >
        <SelectField name="filter" label="What happens to spam" defaultValue={filter.filter}>
          <option value="watch">Deliver it, and mark it as “Looks like spam”</option>
          <option value="move">Move it to the spam folder, without notifying anyone</option>
          <option value="off">Don’t judge messages by their content</option>
        </SelectField>
        {report ? <WatchedNotice formId={formId} report={report} /> : null}
      </FieldSection>
      <FieldSection
        title="Challenge"
        text="Makes bots work: the visitor’s browser solves a small puzzle in the background, without clicks, cookies, or other services."
      >
        <SwitchField
          name="challenge"
          label="Ask browsers to solve a challenge"
          hint="On the hosted form, and on pages with our form script. It never rejects a message: a missing solution counts as a sign of spam."
          defaultChecked={filter.challenge}
        />
      </FieldSection>
    </FormCard>
  );
}
