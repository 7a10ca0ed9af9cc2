"use client";

// Keeps the form’s other tabs within reach.
export { Failure as default } from "#components/shell/failure";
