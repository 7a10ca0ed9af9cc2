import { mailtoHref } from "#components/inbox/reply-href";

const LINK =
  /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])|([^\s<>"'@,;:()]+@[^\s<>"'@,;:()]+\.[a-z]{2,63})/gi;
const MAX_LINKS = 100;

type Piece = { text: string; href: string | null };

/** Cuts a text at its web and mail addresses. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    if (pieces.length > MAX_LINKS) break;
    const found = match[0];
    pieces.push({ text: text.slice(end, match.index), href: null });
    pieces.push({ text: found, href: match[1] ? found : mailtoHref(found) });
    end = match.index + found.length;
  }
  return [...pieces, { text: text.slice(end), href: null }];
}

/** A stranger's text with its addresses clickable; everything else stays text. */
export function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) =>
    piece.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text never move
        key={index}
        href={piece.href}
        target="_blank"
        rel="noreferrer nofollow ugc"
        className="link wrap-anywhere"
      >
        {piece.text}
      </a>
    ) : (
      piece.text
    ),
  );
}
