"use client";

import { useRouter } from "next/navigation";
import { NativeSelect } from "#components/ui/native-select";

type KindFilterProps = { current: string | null; labels: Readonly<Record<string, string>> };

export function KindFilter({ current, labels }: KindFilterProps) {
  const router = useRouter();
  return (
    <form action="/test-inbox" className="w-48">
      <NativeSelect
        name="kind"
        aria-label="Kind of mail"
        value={current ?? ""}
        onChange={(event) => {
          const kind = event.currentTarget.value;
          router.push(kind ? `/test-inbox?kind=${kind}` : "/test-inbox");
        }}
      >
        <option value="">All mail</option>
        {Object.entries(labels).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </form>
  );
}
