/** Runs once in every process of the app, before it answers anything. */
export async function register(): Promise<void> {
  // A constant of the build, which also compiles this for a runtime without Node and leaves the rest out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { preparePlainMount } = await import("#lib/http/plain-mount");
    preparePlainMount();
  }
}
