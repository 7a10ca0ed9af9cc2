// Preloaded into a child process: it ends when the process that started it is gone.
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 250).unref();
