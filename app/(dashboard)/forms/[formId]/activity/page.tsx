import type { Metadata } from "next";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import { diagnoseForm } from "#lib/intake/diagnose-form";
import { listRejections } from "#lib/intake/rejections";
import { type Finding, ListRejectionsQuery } from "#lib/intake/schema";
import { readQuery } from "../../../../read-query";
import type { SearchParams } from "../../../../search-params";
import { pageSession } from "../../../page-session";
import { type FormParams, readForm } from "../read-form";
import { FindingRow } from "./finding-row";
import { Refusals } from "./refusals";

type ActivityPageProps = { params: FormParams; searchParams: SearchParams };

export async function generateMetadata({ params }: { params: FormParams }): Promise<Metadata> {
  return { title: `Why did it not arrive? ${(await readForm((await params).formId)).name}` };
}

export default async function ActivityPage({ params, searchParams }: ActivityPageProps) {
  const { ctx } = await pageSession();
  const { id } = await readForm((await params).formId);
  const query = await readQuery(ListRejectionsQuery, searchParams);
  const [findings, refusals] = await Promise.all([
    diagnoseForm(ctx, id),
    listRejections(ctx, id, query),
  ]);
  return (
    <div className="grid gap-6">
      <Doctor formId={id} findings={findings} />
      <Refusals formId={id} refusals={refusals} isFirstPage={query.cursor === undefined} />
    </div>
  );
}

function Doctor({ formId, findings }: { formId: string; findings: readonly Finding[] }) {
  return (
    <Card>
      <CardHeader className="pb-4">
        <div>
          <CardTitle>Why did it not arrive?</CardTitle>
          <CardDescription>
            The form doctor looks at settings, recipients, widget, replies, webhook and the posts
            that were refused.
          </CardDescription>
        </div>
      </CardHeader>
      {findings.length === 0 ? (
        <CardContent className="pt-0 sm:pt-0">
          <Notice tone="success">Nothing is wrong that can be seen from here.</Notice>
        </CardContent>
      ) : (
        <ul className="divide-y border-t">
          {findings.map((finding, index) => (
            <FindingRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule may find several things
              key={index}
              formId={formId}
              finding={finding}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
