"use client";

import { useEffect } from "react";

const OLD_ERROR = "error-";

/**
 * The reference was once one page. Follows links to its sections, like `#createForm`: the page has a link
 * with that ID. Without scripts, the browser scrolls to the link.
 */
export function OldAnchors() {
  useEffect(() => {
    const id = decodeURIComponent(location.hash.slice(1));
    const link = document.getElementById(id);
    if (link instanceof HTMLAnchorElement) location.replace(link.href);
    else if (id.startsWith(OLD_ERROR))
      location.replace(`/docs/errors#${id.slice(OLD_ERROR.length)}`);
  }, []);
  return null;
}
