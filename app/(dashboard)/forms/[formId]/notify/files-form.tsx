import { SwitchField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { FieldSection } from "#components/ui/card";
import type { Options } from "#lib/domain/forms/options/options-schema";
import { saveFilesAction } from "./actions";

type FilesFormProps = { formId: string; options: Options };

/** The setting that attaches a message’s files to emails. */
export function FilesForm({ formId, options }: FilesFormProps) {
  return (
    <FormCard
      action={saveFilesAction.bind(null, formId)}
      draftKey={`files-${formId}`}
      revision={options.revision ?? ""}
      saveLabel="Save changes"
    >
      <FieldSection title="Files" text="Of forms that accept them.">
        <SwitchField
          name="attachFiles"
          label="Attach files to emails"
          hint="Up to 5 MB in total. Larger ones are linked, as without this switch. Files aren’t scanned for malware."
          defaultChecked={options.attachFiles}
        />
      </FieldSection>
    </FormCard>
  );
}
