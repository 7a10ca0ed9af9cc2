"use client";

import { ActionForm } from "#components/form/action-form";
import { SwitchField } from "#components/form/fields";
import { FormMessage } from "#components/form/form-message";
import { FormSaveBar } from "#components/form/save-bar";
import { Card, CardContent } from "#components/ui/card";
import { saveSummaryAction } from "./actions";

export function SummarySwitch({ isOn }: { isOn: boolean }) {
  return (
    <ActionForm action={saveSummaryAction} draftKey="spam-summary" resetWhenDone>
      <Card>
        <CardContent className="grid gap-3">
          <FormMessage canDiscard={false} />
          <SwitchField
            name="isWanted"
            label="Email me once a week about spam"
            hint="How much arrived, and who it says to be from. Its link opens the spam folder and changes nothing."
            defaultChecked={isOn}
          />
        </CardContent>
        <FormSaveBar label="Save changes" />
      </Card>
    </ActionForm>
  );
}
