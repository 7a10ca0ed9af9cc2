import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { presetOf } from "#components/form/scope-groups.ts";
import { Badge } from "#components/ui/badge";
import { countOf } from "#lib/core/count";
import type { TokenListItem } from "#lib/domain/tokens/schema";

export function Scopes({ scopes }: { scopes: TokenListItem["scopes"] }) {
  return (
    <details className="group/scopes mt-1">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm text-muted-foreground hover:text-foreground [&::-webkit-details-marker]:hidden">
        {presetOf(scopes)?.title ?? "Custom scopes"} · {countOf(scopes.length, "scope")}
        <ChevronRight aria-hidden className="size-3.5 group-open/scopes:rotate-90" />
      </summary>
      <ul className="mt-2 flex flex-wrap gap-1" aria-label="Scopes">
        {scopes.map((scope) => (
          <li key={scope}>
            <Badge className="font-mono font-normal">{scope}</Badge>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Moment({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="eyebrow">{label}</dt>
      <dd className="mt-0.5 first-letter:uppercase">{children}</dd>
    </div>
  );
}
