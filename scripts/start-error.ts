/** A reason not to start that its one line explains completely; no stack is shown for it. */
export class StartError extends Error {
  override name = "StartError";
}
