"use client";

import { useState } from "react";
import { SelectField } from "#components/form/fields";
import { useNow, useTimeZone } from "#components/ui/clock";
import { countOf } from "#lib/core/count";
import { formatMoment } from "#lib/core/moment";

const LIFETIMES = [1, 7, 30, 90, 180, 365] as const;
const DAY_MS = 86_400_000;

/** How long a token lives, and until which day that is. */
export function LifetimeField({ defaultDays }: { defaultDays: number }) {
  const [days, setDays] = useState(defaultDays);
  const now = useNow(60);
  const timeZone = useTimeZone();
  const lastDay = formatMoment(now + days * DAY_MS, "longDay", timeZone);
  return (
    <SelectField
      name="expiresInDays"
      label="Valid for"
      hint={`Until ${lastDay}. A token cannot be extended: create the next one in time.`}
      defaultValue={String(defaultDays)}
      onChange={(event) => setDays(Number(event.currentTarget.value))}
      className="[&>span]:max-w-64"
    >
      {LIFETIMES.map((length) => (
        <option key={length} value={length}>
          {countOf(length, "day")}
        </option>
      ))}
    </SelectField>
  );
}
