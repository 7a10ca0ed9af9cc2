"use client";

import { useEffect, useRef, useState } from "react";
import type { ReceiverCheck } from "#lib/webhooks/receiver-checks";

export type TestState =
  | { phase: "idle" | "running" | "done" | "cancelled" }
  /** The reason it couldn’t start or was interrupted. */
  | { phase: "broken"; message: string };

const BROKEN = "The test was interrupted. Check your connection and run it again.";

async function rejectionOf(response: Response): Promise<string> {
  const body: { error?: { message?: string } } = await response.json().catch(() => ({}));
  return body.error?.message ?? BROKEN;
}

/**
 * Runs the guided receiver test.
 *
 * @param path - streams one JSON line per check
 * @param count - number of checks in a complete test
 */
export function useReceiverTest(path: string, count: number) {
  const [state, setState] = useState<TestState>({ phase: "idle" });
  const [checks, setChecks] = useState<readonly ReceiverCheck[]>([]);
  const running = useRef<AbortController | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function follow(signal: AbortSignal): Promise<TestState> {
    const response = await fetch(path, { method: "POST", signal });
    if (!response.ok || !response.body)
      return { phase: "broken", message: await rejectionOf(response) };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let found: ReceiverCheck[] = [];
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      text += read.value;
      found = text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line));
      setChecks(found);
    }
    return found.length === count ? { phase: "done" } : { phase: "broken", message: BROKEN };
  }

  async function run(): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setChecks([]);
    setState({ phase: "running" });
    const outcome = await follow(controller.signal).catch(
      (): TestState =>
        controller.signal.aborted ? { phase: "cancelled" } : { phase: "broken", message: BROKEN },
    );
    running.current = null;
    setState(outcome);
  }

  return { state, checks, run, cancel: () => running.current?.abort() };
}
