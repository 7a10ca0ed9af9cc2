/** A valid request: its body has every property, and every id in it exists. */
export type Sample = {
  status: number;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Paths of body objects with caller-defined property names. */
  freeObjects?: string[];
};
