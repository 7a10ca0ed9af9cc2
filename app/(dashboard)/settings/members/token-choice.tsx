"use client";

import { useId, useState } from "react";
import { Checkbox, Label } from "#components/ui/input";
import { countOf } from "#lib/core/count";

/** Asks whether to revoke someone’s tokens: yes unless unchecked. They keep the secrets that they copied. */
export function useTokenChoice(tokens: number, whose: "their" | "your") {
  const [revokeTokens, setRevoke] = useState(true);
  const id = useId();
  const field =
    tokens === 0 ? null : (
      <div className="flex items-start gap-3 text-foreground">
        <span className="flex h-5 items-center">
          <Checkbox
            id={id}
            checked={revokeTokens}
            onChange={(event) => setRevoke(event.target.checked)}
          />
        </span>
        <Label htmlFor={id} className="font-normal">
          Also revoke {whose} {countOf(tokens, "API token")}. Apps that use{" "}
          {tokens === 1 ? "it" : "them"} stop working.
        </Label>
      </div>
    );
  return { choice: { revokeTokens }, field };
}
