import { SelectField, SwitchField, TextareaField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { FieldSection } from "#components/ui/card";
import { countOf } from "#lib/core/count";
import { toWallTime } from "#lib/core/dates";
import type { Options } from "#lib/domain/forms/options/options-schema";
import { saveOptionsAction } from "./actions";

type OptionsFormProps = {
  formId: string;
  options: Options;
  /** The number of messages that count toward the form’s limit, if it has one. */
  taken: number;
  /** The viewer’s time zone. */
  timeZone: string | undefined;
};

/** Settings for when the form is open, and how it responds to scripts. */
export function OptionsForm({ formId, options, taken, timeZone }: OptionsFormProps) {
  const { opensAt, closesAt, maxSubmissions } = options;
  const zone = timeZone === undefined ? "In UTC." : `In your time zone, ${timeZone}.`;
  const room =
    maxSubmissions === null
      ? "Leave blank for any number."
      : `The form has ${countOf(taken, "message")} now.`;
  return (
    <FormCard
      action={saveOptionsAction.bind(null, formId)}
      draftKey={`options-${formId}`}
      revision={options.revision ?? ""}
      saveLabel="Save changes"
    >
      <FieldSection
        title="Opening times and limit"
        text="Outside these times, and once the form is full, messages are rejected. The hosted form says so before people write."
      >
        <input type="hidden" name="timeZone" value={timeZone ?? ""} />
        <TextField
          name="opensAt"
          label="Opens"
          type="datetime-local"
          controlClassName="max-w-64"
          hint={zone}
          defaultValue={opensAt === null ? "" : toWallTime(opensAt, timeZone)}
        />
        <TextField
          name="closesAt"
          label="Closes"
          type="datetime-local"
          controlClassName="max-w-64"
          hint={zone}
          defaultValue={closesAt === null ? "" : toWallTime(closesAt, timeZone)}
        />
        <TextField
          name="maxSubmissions"
          label="Room for (messages)"
          inputMode="numeric"
          controlClassName="max-w-32"
          hint={`${room} All messages outside spam count. Deleting one, or moving it to spam, makes room again.`}
          defaultValue={maxSubmissions ?? ""}
        />
        <TextareaField
          name="closedText"
          label="Text while it’s closed"
          rows={3}
          hint="Up to 500 characters. Leave blank for our text in the visitor’s language."
          defaultValue={options.closedText ?? ""}
        />
      </FieldSection>
      <FieldSection
        title="Where messages are written"
        text="The page, the site that led to it, and its campaign (UTM)."
      >
        <SwitchField
          name="keepContext"
          label="Keep where a message was written"
          hint="From our form script, the hosted form, or what the browser says. Shown with new messages, in notifications, events, and exports. Routing can test it."
          defaultChecked={options.keepContext}
        />
      </FieldSection>
      <FieldSection title="Scripts" text="How the form responds to scripts on your website.">
        <SelectField
          name="scriptAnswer"
          label="Answer for scripts"
          hint="JSON suits almost every website. Select text if your theme shows visitors an error or code although their message arrived: scripts made for PHP mailers expect the text OK. Scripts that ask for JSON still get it."
          defaultValue={options.scriptAnswer}
        >
          <option value="json">JSON</option>
          <option value="text">The text OK</option>
        </SelectField>
      </FieldSection>
    </FormCard>
  );
}
