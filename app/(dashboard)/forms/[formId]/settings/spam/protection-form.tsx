import { TextareaField, TextField } from "#components/form/fields";
import { FormCard } from "#components/form/form-card";
import { FieldSection } from "#components/ui/card";
import { serializeBase } from "#lib/domain/forms/rules";
import type { Form } from "#lib/domain/forms/schema";
import { MAX_BLOCKED_WORDS } from "#lib/domain/forms/spam/schema";
import type { FormOptions } from "#lib/domain/forms/store";
import { saveProtectionAction } from "./actions";

/** Settings that need no other service, the simplest first, with one button. */
export function ProtectionForm({ form, options }: { form: Form; options: FormOptions }) {
  const { blockedWords, spamRetentionDays } = options;
  const { allowedOrigins, honeypot } = form.settings;
  return (
    <FormCard
      action={saveProtectionAction.bind(null, form.id)}
      draftKey={`protection-${form.id}`}
      revision={serializeBase(form, { blockedWords, spamRetentionDays })}
      saveLabel="Save changes"
    >
      <FieldSection
        title="Blocked words"
        text="Messages with these words go to spam, and their files aren’t stored."
      >
        <TextareaField
          name="blockedWords"
          label="Words and phrases"
          placeholder={"casino\ncrypto investment"}
          hint={`Up to ${MAX_BLOCKED_WORDS}, one per line. Whole words in any field match, in upper or lower case.`}
          defaultValue={blockedWords.join("\n")}
          spellCheck={false}
        />
      </FieldSection>
      <FieldSection title="Spam folder" text="Messages that arrive here notify no one.">
        <TextField
          name="spamRetentionDays"
          label="Delete spam after (days)"
          inputMode="numeric"
          controlClassName="max-w-32"
          hint="1 to 365, counted from when it arrived or was moved to spam. Leave blank to keep it until you delete it."
          defaultValue={spamRetentionDays ?? ""}
        />
      </FieldSection>
      <FieldSection
        title="Honeypot"
        text="A field that people don’t see. Simple bots fill in every field and get caught."
      >
        <TextField
          name="honeypot"
          path="settings.honeypot"
          label="Honeypot field"
          controlClassName="max-w-64 font-mono text-xs md:text-xs"
          hint="Messages with this field filled in go to spam, and no one is notified. If you rename it, update your site’s form too."
          defaultValue={honeypot}
          required
        />
      </FieldSection>
      <FieldSection
        title="Allowed origins"
        text="Which websites can submit this form. Clients other than browsers can fake their origin."
      >
        <TextareaField
          name="allowedOrigins"
          path="settings.allowedOrigins"
          label="Allowed origins"
          placeholder="https://example.com"
          hint="One per line, up to 10, with https:// and no path. If any are listed, submissions from other sites and the hosted form are rejected. Leave blank to allow any site."
          defaultValue={allowedOrigins.join("\n")}
        />
      </FieldSection>
    </FormCard>
  );
}
