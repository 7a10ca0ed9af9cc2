export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="tabular mt-1 text-base font-semibold tracking-tight">{value}</dd>
    </div>
  );
}
