/** From this share of messages on, a bitmap takes less space than a list of positions. */
const BITMAP_SHARE = 1 / 16;
const GRAMS_PER_BUCKET = 32;
const START_CAPACITY = 1 << 14;

/** The rows of one segment, their columns as PostgreSQL literals. */
export type SegmentRows = {
  /** A power of two. The last bits of a gram are the number of its bucket. */
  bucketCount: number;
  lists: () => Generator<{ bucket: number; grams: string; ends: string; positions: string }>;
  bitmaps: () => Generator<{ gram: number; bits: string }>;
};

/**
 * Collects which messages have which grams. Messages must be added one after the other.
 *
 * Everything is in typed arrays, with a hash table instead of a Map: this takes half the time, and a
 * fraction of the memory when a hostile text has millions of different grams.
 */
export class SegmentBuilder {
  /** Open addressing: the index of a gram plus one; 0 is free. Twice as long as `grams`. */
  private slots = new Int32Array(START_CAPACITY * 2);
  private grams = new Int32Array(START_CAPACITY);
  private lastPositions = new Int16Array(START_CAPACITY).fill(-1);
  private gramCount = 0;
  /** One entry for each gram of each message, in the order of messages. */
  private entryIndexes = new Uint32Array(START_CAPACITY * 16);
  private entryPositions = new Uint16Array(START_CAPACITY * 16);
  private entryCount = 0;

  add(position: number, gram: number): void {
    const index = this.indexOf(gram);
    if (this.lastPositions[index] === position) return;
    this.lastPositions[index] = position;
    if (this.entryCount === this.entryIndexes.length) {
      this.entryIndexes = doubled(this.entryIndexes);
      this.entryPositions = doubled(this.entryPositions);
    }
    this.entryIndexes[this.entryCount] = index;
    this.entryPositions[this.entryCount] = position;
    this.entryCount += 1;
  }

  private indexOf(gram: number): number {
    let slot = this.findSlot(gram);
    const known = this.slots[slot] ?? 0;
    if (known > 0) return known - 1;
    if (this.gramCount === this.grams.length) {
      this.grow();
      slot = this.findSlot(gram);
    }
    this.grams[this.gramCount] = gram;
    this.gramCount += 1;
    this.slots[slot] = this.gramCount;
    return this.gramCount - 1;
  }

  /** The slot of a gram, or the free one that it would take. */
  private findSlot(gram: number): number {
    const mask = this.slots.length - 1;
    let slot = Math.imul(gram, 0x9e3779b1) & mask;
    for (;;) {
      const taken = this.slots[slot] ?? 0;
      if (taken === 0 || this.grams[taken - 1] === gram) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private grow(): void {
    this.grams = doubled(this.grams);
    this.lastPositions = doubled(this.lastPositions).fill(-1, this.gramCount);
    this.slots = new Int32Array(this.slots.length * 2);
    for (let index = 0; index < this.gramCount; index += 1)
      this.slots[this.findSlot(this.grams[index] ?? 0)] = index + 1;
  }

  /** @param size - how many messages were added */
  toRows(size: number): SegmentRows {
    const { grams, gramCount } = this;
    const { starts, positions } = this.sortEntries();
    const positionsOf = (index: number) => positions.subarray(starts[index], starts[index + 1]);
    const isFrequent = (index: number) => positionsOf(index).length > size * BITMAP_SHARE;
    const indexes = Array.from({ length: gramCount }, (_, index) => index);
    const listed = indexes.filter((index) => !isFrequent(index));
    const bucketCount = 2 ** Math.ceil(Math.log2(Math.max(1, listed.length / GRAMS_PER_BUCKET)));
    const buckets: number[][] = Array.from({ length: bucketCount }, () => []);
    for (const index of listed) buckets[(grams[index] ?? 0) & (bucketCount - 1)]?.push(index);
    return {
      bucketCount,
      *lists() {
        for (const [bucket, members] of buckets.entries()) {
          let end = 0;
          const ends = members.map((index) => {
            end += 2 * positionsOf(index).length;
            return end;
          });
          yield {
            bucket,
            grams: `{${members.map((index) => grams[index]).join()}}`,
            ends: `{${ends.join()}}`,
            positions: toHex(members.map(positionsOf), end),
          };
        }
      },
      *bitmaps() {
        for (const index of indexes.filter(isFrequent))
          yield { gram: grams[index] ?? 0, bits: toBits(positionsOf(index), size) };
      },
    };
  }

  /** The positions of all entries, gram by gram (a counting sort), and where those of each begin. */
  private sortEntries(): { starts: Uint32Array; positions: Uint16Array } {
    const starts = new Uint32Array(this.gramCount + 1);
    for (const index of this.entryIndexes.subarray(0, this.entryCount))
      starts[index + 1] = (starts[index + 1] ?? 0) + 1;
    for (let index = 1; index <= this.gramCount; index += 1)
      starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
    const positions = new Uint16Array(this.entryCount);
    const next = starts.slice();
    for (let entry = 0; entry < this.entryCount; entry += 1) {
      const index = this.entryIndexes[entry] ?? 0;
      const at = next[index] ?? 0;
      positions[at] = this.entryPositions[entry] ?? 0;
      next[index] = at + 1;
    }
    return { starts, positions };
  }
}

type Growable = (Int16Array | Int32Array | Uint16Array | Uint32Array) & { buffer: ArrayBuffer };

function doubled<T extends Growable>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

function toHex(lists: readonly Uint16Array[], byteLength: number): string {
  const bytes = Buffer.alloc(byteLength);
  let at = 0;
  for (const positions of lists)
    for (const position of positions) at = bytes.writeUInt16BE(position, at);
  return `\\x${bytes.toString("hex")}`;
}

function toBits(positions: Uint16Array, size: number): string {
  const bytes = Buffer.alloc(Math.ceil(size / 8));
  for (const position of positions)
    bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (0x80 >> (position & 7));
  return `x${bytes.toString("hex")}`;
}
