// Preloaded into a child process, which then ends when its parent is gone.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 250).unref();
