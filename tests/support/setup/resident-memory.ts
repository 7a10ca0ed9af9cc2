import { existsSync, readFileSync } from "node:fs";

function readStatus(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1024;
}

/** The memory that a process currently uses, in bytes. Linux only. */
export function residentBytes(pid: number): number {
  return readStatus(pid, "VmRSS");
}

/** The most memory that a process has taken so far, in bytes; null once it has ended. Linux only. */
export function peakBytes(pid: number): number | null {
  // A process that has just ended still has a status, but no memory.
  return existsSync(`/proc/${pid}/status`) ? readStatus(pid, "VmHWM") || null : null;
}
