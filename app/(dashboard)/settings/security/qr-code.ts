import { encode } from "uqr";

export type QrCode = { size: number; path: string };

/** A QR code as an SVG path of unit squares, with the quiet zone that scanners need. */
export function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
