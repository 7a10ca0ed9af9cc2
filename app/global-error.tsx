"use client";

import { Failure } from "#components/shell/failure";
import "./globals.css";

/** Replaces the root layout when it fails. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>We couldn’t load this page · Form Intake</title>
        <main id="content">
          <Failure {...props} />
        </main>
      </body>
    </html>
  );
}
