import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";

/** What a connection asks when it's opened. */
const OF_CONNECTION = /^SHOW |transaction_read_only/;

/** The SQL that requests have caused since the last call, of a service with this STATEMENTS_PORT. */
export async function takeStatements(port: number): Promise<string[]> {
  const sent = z.array(z.string()).parse(JSON.parse(await text(connect(port, "127.0.0.1"))));
  return sent.filter((one) => !OF_CONNECTION.test(one));
}
