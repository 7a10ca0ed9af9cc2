/** Steps that read well: 1, 2 or 5 times a power of ten, at most `count` of them up to `highest`. */
export function niceTicks(highest: number, count = 4): number[] {
  const rough = Math.max(1, highest) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
