"use client";

import { Failure } from "#components/shell/failure";
import "./globals.css";

/** When even the root layout has failed: a document of its own. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>This page could not be loaded · Form Intake</title>
        <main id="content">
          <Failure {...props} />
        </main>
      </body>
    </html>
  );
}
