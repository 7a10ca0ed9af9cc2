// Preloaded into a service under test. A connection to STATEMENTS_PORT gets the SQL that the main thread, which
// serves requests, has sent to the database since the connection before, as JSON. Jobs have a thread of their own.
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const port = Number(process.env.STATEMENTS_PORT);

if (isMainThread && port > 0) {
  const { default: pg } = await import("pg");
  let sent = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function count(statement, ...rest) {
    const text = typeof statement === "string" ? statement : statement.text;
    // A connection asks this once, whatever page it's opened for.
    if (!text.includes("current_setting('TimeZone')")) sent.push(text);
    return query.call(this, statement, ...rest);
  };
  const server = createServer((socket) => {
    socket.end(JSON.stringify(sent));
    sent = [];
  });
  // The launcher is replaced by the service; another program that it runs may still have the port.
  server.on("error", (error) => console.error(error));
  server.listen(port, "127.0.0.1").unref();
}
