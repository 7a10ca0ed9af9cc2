"use client";

import { ActionForm } from "#components/form/action-form";
import { FormMessage } from "#components/form/form-message";
import { LogoFields, withLogoLimit } from "#components/form/logo-fields";
import { FormSaveBar } from "#components/form/save-bar";
import { Card, CardContent, CardTitle } from "#components/ui/card";
import { saveLogoAction } from "./actions";

type LogoCardProps = {
  formId: string;
  /** Its path, or null without one. */
  logo: string | null;
  /** Whether the workspace has one, which pages without their own show. */
  hasBrandLogo: boolean;
};

/** The logo of the form's pages. */
export function LogoCard({ formId, logo, hasBrandLogo }: LogoCardProps) {
  return (
    <ActionForm action={withLogoLimit(saveLogoAction.bind(null, formId))} resetWhenDone>
      <Card>
        <CardContent className="grid gap-4">
          <CardTitle>Logo</CardTitle>
          <div className="empty:hidden">
            <FormMessage canDiscard={false} />
          </div>
          {hasBrandLogo && logo === null ? (
            <p className="text-muted-foreground">
              Visitors see the logo of your workspace. One of this form’s own takes its place.
            </p>
          ) : null}
          <LogoFields logo={logo} description="Logo of this form" />
        </CardContent>
        <FormSaveBar label="Save logo" />
      </Card>
    </ActionForm>
  );
}
