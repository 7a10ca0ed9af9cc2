/** Splits a list into chunks that fit into memory: of at most so many items, and so many bytes unless one alone has more. */
export function chunksOf<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  { maxItems, maxBytes }: { maxItems: number; maxBytes: number },
): Item[][] {
  const chunks: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const last = chunks.at(-1);
    bytes += sizeOf(item);
    if (last && last.length < maxItems && bytes <= maxBytes) last.push(item);
    else {
      chunks.push([item]);
      bytes = sizeOf(item);
    }
  }
  return chunks;
}
