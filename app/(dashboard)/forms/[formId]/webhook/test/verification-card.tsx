import { SnippetTabs } from "#components/forms/snippet-tabs";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { VERIFICATION_CODE, VERIFICATION_LANGUAGES } from "#lib/webhooks/verification-code";

const LABELS = { node: "Node", python: "Python", php: "PHP", go: "Go" } as const;

/** Receivers that pass the test, to start from. */
export function VerificationCard() {
  return (
    <Card>
      <CardHeader>
        <div>
          <CardTitle>Code that passes</CardTitle>
          <CardDescription>
            A whole receiver, with nothing to install. It takes the signing secret from the
            environment variable WEBHOOK_SECRET and speaks plain HTTP: let your web server or tunnel
            end TLS before it.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        <SnippetTabs
          snippets={VERIFICATION_LANGUAGES.map((name) => {
            const { run, file, code } = VERIFICATION_CODE[name];
            return {
              name,
              label: LABELS[name],
              note: `Save it as ${file}, and start it with the secret in its place:`,
              command: `WEBHOOK_SECRET=whsec_… ${run}`,
              title: file,
              code,
            };
          })}
        />
      </CardContent>
    </Card>
  );
}
