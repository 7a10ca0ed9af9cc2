"use client";

// Keeps the other settings within reach.
export { Failure as default } from "#components/shell/failure";
