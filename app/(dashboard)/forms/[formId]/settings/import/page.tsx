import { Card, CardHeader } from "#components/ui/card";
import { listImports } from "#lib/domain/imports/imports";
import { type FormParams, formMetadata, formPage } from "../../read-form";
import { ImportFlow } from "./import-flow";
import { PastImports } from "./past-imports";

export const generateMetadata = formMetadata((name) => `Import messages · ${name}`);

const SHOWN = 10;

export default async function ImportPage({ params }: { params: FormParams }) {
  const { ctx, form } = await formPage(params);
  const { data } = await listImports(ctx, { formId: form.id, limit: SHOWN });
  const [latest, ...others] = data;
  const isOpen = latest && !["canceled", "undone"].includes(latest.status);
  return (
    <div className="grid gap-6">
      <Card>
        <CardHeader
          className="pb-4"
          title="Import messages"
          description="Import messages from another service: CSV or JSON from Formspree, Netlify, Basin, Typeform, Tally, Google Forms, WordPress plugins, or this service. They go to the archive and keep their dates. No one is notified, and they don’t count toward your usage."
        />
        <ImportFlow formId={form.id} latest={isOpen ? latest : null} />
      </Card>
      <PastImports imports={isOpen ? others : data} />
    </div>
  );
}
