/** A gram of more than one in sixteen messages takes less room as a bitmap. */
const DENSE_SHARE = 1 / 16;
const GRAMS_PER_BUCKET = 32;
const START_CAPACITY = 1 << 14;

/** One part of the search index as rows, their columns as literals of PostgreSQL. */
export type PartRows = {
  /** A power of two: the bucket of a gram is its last bits. */
  bucketCount: number;
  lists: () => Generator<{ bucket: number; grams: string; ends: string; positions: string }>;
  bitmaps: () => Generator<{ gram: number; bits: string }>;
};

/** Which messages have which gram; messages are added one after the other. */
export class PostingLists {
  // An open-addressing table from a gram to its number; 0 is free.
  private slots = new Int32Array(START_CAPACITY * 2);
  private grams = new Int32Array(START_CAPACITY);
  private hits = new Uint16Array(START_CAPACITY);
  private lastPositions = new Int16Array(START_CAPACITY).fill(-1);
  private gramCount = 0;
  // Every first occurrence of a gram in a message, in the order of messages.
  private entryGrams = new Uint32Array(START_CAPACITY * 16);
  private entryPositions = new Uint16Array(START_CAPACITY * 16);
  private entryCount = 0;

  add(position: number, gram: number): void {
    const number = this.numberOf(gram);
    if (this.lastPositions[number] === position) return;
    this.lastPositions[number] = position;
    this.hits[number] = (this.hits[number] ?? 0) + 1;
    if (this.entryCount === this.entryGrams.length) {
      this.entryGrams = grown(this.entryGrams);
      this.entryPositions = grown(this.entryPositions);
    }
    this.entryGrams[this.entryCount] = number;
    this.entryPositions[this.entryCount] = position;
    this.entryCount += 1;
  }

  private numberOf(gram: number): number {
    const mask = this.slots.length - 1;
    let slot = Math.imul(gram, 0x9e3779b1) & mask;
    for (;;) {
      const number = (this.slots[slot] ?? 0) - 1;
      if (number < 0) break;
      if (this.grams[number] === gram) return number;
      slot = (slot + 1) & mask;
    }
    if (this.gramCount === this.grams.length) {
      this.grow();
      return this.numberOf(gram);
    }
    this.grams[this.gramCount] = gram;
    this.gramCount += 1;
    this.slots[slot] = this.gramCount;
    return this.gramCount - 1;
  }

  private grow(): void {
    this.grams = grown(this.grams);
    this.hits = grown(this.hits);
    const positions = new Int16Array(this.lastPositions.length * 2).fill(-1);
    positions.set(this.lastPositions);
    this.lastPositions = positions;
    this.slots = new Int32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.gramCount; number += 1) {
      let slot = Math.imul(this.grams[number] ?? 0, 0x9e3779b1) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }

  /** What was gathered, as rows. @param size - messages that were added */
  toRows(size: number): PartRows {
    const starts = new Uint32Array(this.gramCount + 1);
    for (let number = 0; number < this.gramCount; number += 1)
      starts[number + 1] = (starts[number] ?? 0) + (this.hits[number] ?? 0);
    const sorted = this.sortPositions(starts);
    const isDense = (number: number) => (this.hits[number] ?? 0) > size * DENSE_SHARE;
    const numbers = Array.from({ length: this.gramCount }, (_, number) => number);
    const sparse = numbers.filter((number) => !isDense(number));
    const bucketCount = 2 ** Math.ceil(Math.log2(Math.max(1, sparse.length / GRAMS_PER_BUCKET)));
    const buckets: number[][] = Array.from({ length: bucketCount }, () => []);
    for (const number of sparse)
      buckets[(this.grams[number] ?? 0) & (bucketCount - 1)]?.push(number);
    const { hits } = this;
    const gramOf = (number: number) => this.grams[number] ?? 0;
    const positionsOf = (number: number) => sorted.subarray(starts[number], starts[number + 1]);
    return {
      bucketCount,
      *lists() {
        for (const [bucket, members] of buckets.entries()) {
          let end = 0;
          const ends = members.map((number) => {
            end += 2 * (hits[number] ?? 0);
            return end;
          });
          yield {
            bucket,
            grams: `{${members.map(gramOf).join()}}`,
            ends: `{${ends.join()}}`,
            positions: toHex(members.map(positionsOf), end),
          };
        }
      },
      *bitmaps() {
        for (const number of numbers.filter(isDense))
          yield { gram: gramOf(number), bits: toBits(positionsOf(number), size) };
      },
    };
  }

  /** All positions, gram by gram, each gram's ascending. */
  private sortPositions(starts: Uint32Array): Uint16Array {
    const sorted = new Uint16Array(this.entryCount);
    const next = starts.slice();
    for (let entry = 0; entry < this.entryCount; entry += 1) {
      const number = this.entryGrams[entry] ?? 0;
      const at = next[number] ?? 0;
      sorted[at] = this.entryPositions[entry] ?? 0;
      next[number] = at + 1;
    }
    return sorted;
  }
}

type Grows = Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

function grown<T extends Grows>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2);
  larger.set(array);
  return larger;
}

function toHex(lists: readonly Uint16Array[], length: number): string {
  const bytes = Buffer.alloc(length);
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
