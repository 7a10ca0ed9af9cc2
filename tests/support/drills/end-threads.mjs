// Preloaded into a service: SIGUSR2 ends its threads in the middle of their work.
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const threads = new Set();
  process.on("worker", (thread) => threads.add(thread));
  process.on("SIGUSR2", async () => {
    await Promise.all([...threads].map((thread) => thread.terminate()));
    console.log("The threads ended");
  });
}
