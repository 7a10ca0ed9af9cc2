import type { Context } from "#lib/core/context";
import { endOfTurn } from "#lib/core/end-of-turn";
import type { FieldPairs } from "#lib/core/fields/fields";
import type { FoundSender } from "#lib/core/fields/sender";
import { type FieldType, isChoiceType } from "#lib/domain/forms/fields/types";
import { findListedSender } from "#lib/domain/forms/spam/rules";
import type { OpenForm } from "#lib/domain/intake/open-form";
import { isModelConfigured } from "#lib/domain/spam/ask-model";
import { isDisposable } from "#lib/domain/spam/disposable";
import { type JudgedMessage, judge, type Traits } from "#lib/domain/spam/judge";
import type { Judgment } from "#lib/domain/spam/judgment";
import { isKnownSender } from "#lib/domain/spam/known-sender";
import { recallForm, rememberDigest } from "#lib/domain/spam/recall";
import { isMovable, isSuspected, pointsOf, type Signal } from "#lib/domain/spam/signals";
import { wordsOf, wordsSignal } from "#lib/domain/spam/words";

/** The findings about a message's content. */
export type JudgedContent = {
  judgment: Judgment;
  points: number;
  isSuspected: boolean;
  /** Whether the form's settings move it to spam. */
  isMoved: boolean;
  /** Whether to also ask the operator's model: there is one, and the signals aren't decisive. */
  needsModel: boolean;
  /** Call this when it's known whether the message was stored. */
  remember: (isStored: boolean) => void;
};

type Content = {
  fields: FieldPairs;
  /** The time from the first input to sending, reported by our own script; null if it isn't known. */
  filledInMs?: number | null;
  /**
   * Whether it's a test from the dashboard. It isn't judged, because its text is always the same.
   */
  isTest?: boolean;
};

/** Returns the names of the form's fields that visitors select values for. */
function chosenNames({ fieldList }: Pick<OpenForm, "fieldList">): ReadonlySet<string> {
  const isChosen = (type: FieldType) => isChoiceType(type) || type === "checkbox";
  const fields = fieldList?.fields.filter(({ type }) => isChosen(type)) ?? [];
  return new Set(fields.map(({ name }) => name));
}

type Found = { signals: Signal[]; traits: Traits; settle: ReturnType<typeof rememberDigest> };

async function findSignals(ctx: Context, form: OpenForm, message: JudgedMessage): Promise<Found> {
  const recalled = recallForm(ctx, form.id);
  const { form: past, countSame, words } = recalled instanceof Promise ? await recalled : recalled;
  const { signals, traits } = judge(message, past, { countSame, isDisposable });
  const settle = rememberDigest(ctx, form.id, traits);
  const ofWords = words && wordsSignal(wordsOf(message.fields), words);
  const found = ofWords ? [ofWords, ...signals] : signals;
  try {
    const isKnown =
      pointsOf(found) > 0 && message.email !== null && (await isKnownSender(ctx, message.email));
    const sorted = isKnown ? [] : found.sort((one, two) => two.points - one.points);
    return { signals: sorted, traits, settle };
  } catch (failure) {
    settle(false, false);
    throw failure;
  }
}

/**
 * Judges a message by its content, if the form's filter is on and the sender isn't on the safe
 * list.
 *
 * @param challenge - the outcome of our own challenge, or null if the form doesn't ask for it
 */
export async function judgeContent(
  ctx: Context,
  form: OpenForm,
  { fields, filledInMs = null, isTest = false }: Content,
  sender: FoundSender,
  challenge: JudgedMessage["challenge"],
): Promise<JudgedContent | null> {
  const { filter } = form.spam;
  if (filter === "off" || isTest) return null;
  if (findListedSender(form, sender.email)?.list === "safe") return null;
  const message = { fields, ...sender, chosen: chosenNames(form), filledInMs, challenge };
  await endOfTurn();
  const { signals, traits, settle } = await findSignals(ctx, form, message);
  const suspected = isSuspected(signals);
  const movable = isMovable(signals);
  return {
    judgment: { signals, ...traits, scripts: [...traits.scripts] },
    points: pointsOf(signals),
    isSuspected: suspected,
    isMoved: filter === "move" && movable,
    needsModel: isModelConfigured() && !movable,
    remember: (isStored) => settle(isStored, suspected),
  };
}
