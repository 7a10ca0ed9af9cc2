// Preloaded into a child process, which then ends when its parent is gone.
const parent = process.ppid;

const check = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(check);
  process.kill(process.pid, "SIGTERM");
}, 250);
check.unref();
