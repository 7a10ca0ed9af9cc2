import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { installationKey } from "#lib/adapters/db/installation-key";
import { settings } from "#lib/core/settings/settings";
import type { Field } from "#lib/domain/forms/fields/schema";
import { BLANK_FIELD } from "#lib/domain/forms/fields/types";
import type { FormWithWidget } from "#lib/domain/forms/schema";
import { exampleValues } from "#lib/domain/forms/snippets/field-snippets";
import { makeTestToken } from "#lib/domain/intake/test-token";
import { isHosted } from "../is-hosted";
import { TestForm } from "./test-form";

/** The fields of a form without a field list, as its hosted form shows them. */
const USUAL: readonly Field[] = [
  { ...BLANK_FIELD, name: "name", type: "text", label: "Name", width: "half" },
  { ...BLANK_FIELD, name: "email", type: "email", label: "Email", width: "half" },
  { ...BLANK_FIELD, name: "message", type: "long_text", label: "Message" },
];
const USUAL_VALUES = {
  name: "Test visitor",
  message: "Hello! Does this form reach the right people?",
};

type TestCardProps = {
  form: FormWithWidget;
  /** The form’s own fields. */
  fields: readonly Field[];
  /** The address of the signed-in person. */
  email: string;
};

/** Sends a message as a visitor of this form would, with its own fields. */
export async function TestCard({ form, fields, email }: TestCardProps) {
  const { baseUrl, acceptsFiles } = settings();
  const path = `/f/${form.publicKey}`;
  const hosted = isHosted(form.settings, baseUrl) && form.status !== "paused" ? path : null;
  const obstacle = findObstacle(form, baseUrl);
  const own = fields.filter(
    ({ type }) => type !== "file" || (acceptsFiles && form.settings.uploads.enabled),
  );
  const shown = fields.length > 0 ? own : USUAL;
  const examples = exampleValues(shown).map(([name, value]) =>
    shown.some((field) => field.name === name && field.type === "email")
      ? [name, email]
      : [name, value],
  );
  const values = { ...Object.fromEntries(examples), ...(fields.length > 0 ? {} : USUAL_VALUES) };
  return (
    <Card>
      <CardHeader
        title="Send test message"
        description={
          obstacle === null ? (
            <>
              Works exactly like a submission from your site. <HostedLink href={hosted} />
            </>
          ) : null
        }
      />
      <CardContent className="grid gap-4">
        {obstacle === null ? (
          <TestForm
            path={path}
            fields={shown}
            values={values}
            token={makeTestToken(await installationKey(), form.publicKey)}
          />
        ) : (
          <>
            <Notice tone="warning">{obstacle}</Notice>
            <div className="empty:hidden">
              {hosted === null ? null : (
                <ButtonLink href={hosted} target="_blank" rel="noreferrer" variant="outline">
                  <ExternalLink aria-hidden />
                  Open hosted form
                </ButtonLink>
              )}
            </div>
          </>
        )}
      </CardContent>
    </Card>
  );
}

function HostedLink({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link whitespace-nowrap">
      Open hosted form
    </a>
  );
}

/**
 * Returns why a message from the dashboard would be rejected, and what to do instead; null if it wouldn’t.
 */
function findObstacle(form: FormWithWidget, ownOrigin: string): React.ReactNode {
  const { allowedOrigins } = form.settings;
  if (form.status === "paused") return "This form is paused. Resume it to send a test.";
  if (!isHosted(form.settings, ownOrigin))
    return (
      <>
        Only {allowedOrigins.join(", ")} can submit this form, so a test from here would be
        rejected. Send one from your site, or change the{" "}
        <Link href={`/forms/${form.id}/settings/spam`} className="link">
          allowed origins
        </Link>
        .
      </>
    );
  if (form.turnstile?.enabled)
    return "This form requires the Turnstile widget, which this page can’t show. Send a test from the hosted form, which does.";
  return null;
}
