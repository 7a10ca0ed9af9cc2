// Without Zod, because pages load this file.

/** The first `max` code points of `text`: they are what "characters" means in this service. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Returns whether `text` has more than `max` code points, without counting to the end. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && cutCharacters(text, max).length < text.length;
}
