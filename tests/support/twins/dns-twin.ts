import { createSocket } from "node:dgram";
import { once } from "node:events";
import ipaddr from "ipaddr.js";

type RecordType = "A" | "AAAA";
/** Addresses (an empty list: none of this type), an error, or no response. */
export type DnsAnswer = readonly string[] | "NXDOMAIN" | "SERVFAIL" | "silence";

const TYPES: Readonly<Record<number, RecordType>> = { 1: "A", 28: "AAAA" };
const ERROR_CODES = { SERVFAIL: 2, NXDOMAIN: 3 } as const;
const HEADER_BYTES = 12;

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 5 };
}

/** One resource record about the queried name (RFC 1035 section 4.1.3). */
function toRecord(address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    data.length === 4 ? 1 : 28,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([head, Buffer.from([data.length]), data]);
}

/** A DNS server on this machine. `asked` has every query, such as `A www.example.com`. */
export async function startDnsTwin(answerOf: (name: string, type: RecordType) => DnsAnswer) {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (message, from) => {
    const { name, end } = readName(message);
    const type = TYPES[message.readUInt16BE(end - 4)];
    if (!type) return;
    asked.push(`${type} ${name}`);
    const answer = answerOf(name, type);
    if (answer === "silence") return;
    const records = typeof answer === "string" ? [] : answer.map(toRecord);
    const head = Buffer.from(message.subarray(0, end));
    head.writeUInt16BE(0x8180 | (typeof answer === "string" ? ERROR_CODES[answer] : 0), 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    servers: [`127.0.0.1:${socket.address().port}`],
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}
