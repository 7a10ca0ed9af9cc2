"use client";

export { Failure as default } from "#components/shell/failure";
