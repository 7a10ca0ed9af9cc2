"use client";

import { settleProof, waitingForProof } from "#components/form/proof.ts";
import { lazyWithFallback, Unreachable } from "#components/ui/lazy";
import { useStore } from "#components/ui/store.ts";

const ProofDialog = lazyWithFallback(() => import("#components/form/proof-dialog"), Unreachable);

/** Renders the dialog of `askForProof`, loaded when it's first needed. */
export function ProofHost() {
  if (!useStore(waitingForProof)) return null;
  return <ProofDialog onClose={() => settleProof(false)} onProven={() => settleProof(true)} />;
}
