import type { Metadata } from "next";
import Link from "next/link";
import type { SeriesNames } from "#components/chart/column";
import { FigureChart } from "#components/chart/figure-chart";
import { Card, CardContent, CardHeader } from "#components/ui/card";
import { Stat } from "#components/ui/figures";
import { SectionHeader } from "#components/ui/page";
import { formatCount } from "#lib/core/count";
import { formatUtc } from "#lib/core/dates";
import { FIGURE_WEEKS, readSpamFigures, type SpamFigures } from "#lib/domain/spam/figures";
import { readLearned } from "#lib/domain/spam/learned";
import type { SignalCode } from "#lib/domain/spam/signals";
import { wantsWeeklySummary } from "#lib/domain/spam/weekly-summary";
import { pageSession } from "../../../page-session";
import { ForgetWords } from "./forget-words";
import { SummarySwitch } from "./summary-switch";

export const metadata: Metadata = { title: "Spam filter" };

export default async function SpamFilterPage() {
  const { ctx } = await pageSession();
  const [figures, learned, wantsSummary] = await Promise.all([
    readSpamFigures(ctx),
    readLearned(ctx),
    wantsWeeklySummary(ctx),
  ]);
  return (
    <>
      <SectionHeader
        title="Spam filter"
        description={`What it found in messages of the last ${FIGURE_WEEKS} weeks, and what you said about them. Deleted messages don’t count.`}
      />
      <div className="grid gap-6">
        <WeeksCard weeks={figures.weeks} />
        <SignalsCard signals={figures.signals} />
        <SummarySwitch isOn={wantsSummary} />
        <Card>
          <CardHeader
            title="Words"
            description="It learns the words of messages that you mark as spam, mark as not spam, or archive. It keeps how many of both kinds had a word, and no word that fewer than three senders used."
          />
          <CardContent className="flex flex-wrap items-center justify-between gap-4">
            <p className="tabular text-muted-foreground">
              Learned from {formatCount(learned.spam)} spam and {formatCount(learned.good)} good.
              {learned.isSilent ? ` It counts words from ${learned.needed} of each on.` : null}
            </p>
            <ForgetWords />
          </CardContent>
        </Card>
      </div>
    </>
  );
}

const SERIES: SeriesNames = ["Caught", "Missed"];

function WeeksCard({ weeks }: Pick<SpamFigures, "weeks">) {
  const sum = (key: "caught" | "missed" | "wrong") =>
    weeks.reduce((total, week) => total + week[key], 0);
  const periods = weeks.map(({ week, caught, missed }, index) => ({
    accepted: caught,
    spam: missed,
    name: `Week of ${formatUtc(week, "dayOfYear")}`,
    label: index % 3 === 0 ? formatUtc(week, "dayAndMonth") : "",
  }));
  return (
    <Card>
      <CardContent>
        <dl className="grid grid-cols-3 gap-x-4">
          <Stat label="Caught" value={formatCount(sum("caught"))} />
          <Stat label="Missed" value={formatCount(sum("missed"))} note="marked by you" />
          <Stat label="Wrong" value={formatCount(sum("wrong"))} note="not spam, you said" />
        </dl>
      </CardContent>
      <FigureChart
        of="Week"
        label="Caught and missed per week"
        caption="Caught and missed per week (UTC)"
        emptyText="Nothing found yet"
        periods={periods}
        listed={periods}
        series={SERIES}
      />
    </Card>
  );
}

const SIGNALS: Readonly<Record<SignalCode, string>> = {
  gibberish: "Random letters",
  probe: "Input of vulnerability scanners",
  burst: "The same text several times",
  markup: "Code for links",
  echo: "Only the name or address",
  disguise: "Words with letters of two scripts",
  host: "Link to a messenger, a shortener, or a throwaway site",
  promo: "Link that advertises the sender’s own page",
  sites: "Links to three sites or more",
  links: "More links than usual",
  script: "Another script",
  handle: "Name the same as in the address",
  disposable: "Disposable address",
  dotted: "Many dots in a Gmail address",
  fast: "Filled in within two seconds",
  challenge: "Challenge not passed",
  words: "Written like earlier spam",
  model: "The service’s own model",
};

function SignalsCard({ signals }: Pick<SpamFigures, "signals">) {
  return (
    <Card>
      <CardHeader
        title="Signs of spam"
        description="How often each was found in messages that look like spam."
      />
      <CardContent>
        {signals.length === 0 ? (
          <p className="text-muted-foreground">
            Nothing found yet. Each form’s{" "}
            <Link href="/forms" className="link">
              settings
            </Link>{" "}
            say what happens to spam.
          </p>
        ) : (
          <table className="tabular w-full">
            <caption className="sr-only">Signs of spam, most frequent first</caption>
            <thead>
              <tr className="border-b text-xs text-muted-foreground [&>th]:py-1.5 [&>th]:font-medium">
                <th scope="col" className="text-left">
                  Sign
                </th>
                <th scope="col" className="text-right">
                  Found
                </th>
                <th scope="col" className="text-right">
                  Not spam, you said
                </th>
              </tr>
            </thead>
            <tbody className="divide-y [&_td]:py-1.5 [&_td]:text-right [&_th]:py-1.5 [&_th]:text-left [&_th]:font-normal">
              {signals.map(({ code, found, wrong }) => (
                <tr key={code}>
                  <th scope="row">{SIGNALS[code]}</th>
                  <td>{formatCount(found)}</td>
                  <td>{formatCount(wrong)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </CardContent>
    </Card>
  );
}
