const LOOK_MS = 4_000;
/** How long at most between looks, while the service cannot be reached. */
const MAX_WAIT_MS = 60_000;
/** Nobody sits before a page that nobody has touched for so long. */
const IDLE_MS = 15 * 60_000;
const TOUCHES = ["pointerdown", "keydown"] as const;
const NETWORK = ["online", "offline"] as const;

/** `over`: there is no use in looking again. */
export type LookResult = "answered" | "failed" | "over";

/**
 * Looks every few seconds. It rests while the page is hidden or nobody is there, looks at once when
 * somebody comes back, and more and more rarely while there is no answer.
 *
 * @returns what ends it
 */
export function startPoll(look: () => Promise<LookResult>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchedAt = Date.now();
  let failures = 0;
  let isLooking = false;
  let isOver = false;

  function plan(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isOver || document.hidden || Date.now() - touchedAt > IDLE_MS) return;
    timer = setTimeout(run, Math.min(LOOK_MS * 2 ** failures, MAX_WAIT_MS));
  }

  async function run(): Promise<void> {
    if (isLooking || isOver) return;
    isLooking = true;
    const result = await look();
    isLooking = false;
    failures = result === "failed" ? failures + 1 : 0;
    isOver ||= result === "over";
    plan();
  }

  function touch(): void {
    touchedAt = Date.now();
    if (timer === undefined && !document.hidden) void run();
  }

  /** The way to the service has opened or closed: that is looked at, not waited for. */
  function hurry(): void {
    failures = 0;
    clearTimeout(timer);
    if (!document.hidden) void run();
  }

  function turn(): void {
    if (document.hidden) plan();
    else touch();
  }

  plan();
  document.addEventListener("visibilitychange", turn);
  for (const event of TOUCHES) addEventListener(event, touch);
  for (const event of NETWORK) addEventListener(event, hurry);
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", turn);
    for (const event of TOUCHES) removeEventListener(event, touch);
    for (const event of NETWORK) removeEventListener(event, hurry);
  };
}
