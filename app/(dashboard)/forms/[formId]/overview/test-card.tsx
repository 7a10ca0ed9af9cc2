import { Card, CardContent, CardHeader } from "#components/ui/card";
import { settings } from "#lib/core/settings";
import type { FormWithWidget } from "#lib/forms/schema";
import { isHosted } from "./install-card";
import { TestForm } from "./test-form";

type TestCardProps = {
  form: FormWithWidget;
  /** The viewer’s address, which the test comes from. */
  email: string;
};

export function TestCard({ form, email }: TestCardProps) {
  const { baseUrl } = settings();
  const path = `/f/${form.publicKey}`;
  const isPaused = form.status === "paused";
  return (
    <Card>
      <CardHeader
        title="Send test message"
        description={
          <>
            Works exactly like a submission from your site.{" "}
            {isHosted(form.settings, baseUrl) && !isPaused ? (
              <a href={path} target="_blank" rel="noreferrer" className="link whitespace-nowrap">
                Open hosted form
              </a>
            ) : null}
          </>
        }
      />
      <CardContent>
        <TestForm
          path={path}
          email={email}
          obstacle={findObstacle(form, baseUrl)}
          isPaused={isPaused}
        />
      </CardContent>
    </Card>
  );
}

/**
 * Explains why a message from the dashboard would be rejected, and what to do instead; null if it wouldn’t.
 */
function findObstacle(form: FormWithWidget, ownOrigin: string): string | null {
  const { allowedOrigins } = form.settings;
  if (form.status === "paused") return "This form is paused. Resume it to send a test.";
  if (!isHosted(form.settings, ownOrigin))
    return `Only ${allowedOrigins.join(", ")} can submit this form, so a test from this page would be rejected. Send it from your site.`;
  if (form.turnstile?.enabled)
    return "This form requires the Turnstile widget, which this page can’t show. Use the hosted form.";
  return null;
}
