/** Large enough for high-resolution screens, and small enough to post with a draft. */
const MAX_WIDTH = 320;
const MAX_HEIGHT = 112;

/** A small picture of an image, or null for a file that is none. */
export async function drawLogo(file: File): Promise<`data:${string}` | null> {
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return null;
  const scale = Math.min(1, MAX_WIDTH / image.width, MAX_HEIGHT / image.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const picture = canvas.toDataURL("image/png");
  return picture.startsWith("data:") ? (picture as `data:${string}`) : null;
}
