import { utcDay } from "#lib/core/moment";

/** A UTC calendar month; `nextFirstDay` and `end` are the first day and moment of the next one. */
export type Month = {
  name: string;
  start: Date;
  end: Date;
  firstDay: string;
  nextFirstDay: string;
};

/** The UTC calendar month around `now`; days are `YYYY-MM-DD`. */
export function monthOf(now: Date): Month {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const firstDay = utcDay(start);
  return { name: firstDay.slice(0, 7), start, end, firstDay, nextFirstDay: utcDay(end) };
}
