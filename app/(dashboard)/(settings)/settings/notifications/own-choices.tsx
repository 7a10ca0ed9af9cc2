"use client";

import Link from "next/link";
import { FrequencySelect } from "#components/forms/frequency-select";
import type { OwnChoice } from "#lib/domain/emails/digests/choices";
import { saveFrequencyAction } from "../../../notify-actions";

type OwnChoicesProps = { choices: readonly OwnChoice[]; userId: string };

export function OwnChoices({ choices, userId }: OwnChoicesProps) {
  return (
    <ul aria-label="Forms" className="divide-y border-t">
      {choices.map(({ formId, formName, frequency, hour }) => (
        <li
          key={`${formId} ${frequency} ${hour}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6"
        >
          <p className="min-w-0 flex-1 basis-56 font-medium">
            <Link href={`/forms/${formId}/notify`} prefetch={false} className="wrap-anywhere">
              <bdi>{formName}</bdi>
            </Link>
          </p>
          <FrequencySelect
            label={`When you’re notified of ${formName}`}
            choice={{ frequency, hour }}
            action={saveFrequencyAction.bind(null, formId, userId)}
          />
        </li>
      ))}
    </ul>
  );
}
