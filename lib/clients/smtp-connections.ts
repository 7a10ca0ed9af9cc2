import { once } from "node:events";
import net from "node:net";
import type { NodemailerError } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SmtpServer } from "#lib/core/email-settings";

/** An open, signed-in connection that sends one email at a time. */
export type SmtpConnection = {
  smtp: SMTPConnection;
  socket: net.Socket;
  /** Emails that went through it. */
  sentCount: number;
};

/** Servers close idle connections, some after 10 seconds. */
const IDLE_MS = 5_000;
/** Servers limit the emails of one connection, some to 100. */
const MAX_SENT = 50;

/** Connections that wait for their next email, and the timers that end them, by server. */
const idle = new WeakMap<SmtpServer, Map<SmtpConnection, NodeJS.Timeout>>();

function idleOf(server: SmtpServer): Map<SmtpConnection, NodeJS.Timeout> {
  const known = idle.get(server) ?? new Map<SmtpConnection, NodeJS.Timeout>();
  idle.set(server, known);
  return known;
}

/** Takes an open connection that waits, or null. */
export function takeIdleConnection(server: SmtpServer): SmtpConnection | null {
  const [entry] = idleOf(server);
  if (!entry) return null;
  const [connection, timer] = entry;
  clearTimeout(timer);
  idleOf(server).delete(connection);
  connection.socket.ref();
  return connection;
}

/** Keeps a connection for the next email, for a few seconds. It doesn't keep the process alive. */
export function keepConnection(server: SmtpServer, connection: SmtpConnection): void {
  const { smtp, socket } = connection;
  connection.sentCount += 1;
  socket.unref();
  if (smtp.destroyed) return;
  if (connection.sentCount >= MAX_SENT) {
    smtp.quit();
    return;
  }
  const forget = () => idleOf(server).delete(connection);
  const end = () => {
    forget();
    smtp.quit();
  };
  smtp.removeAllListeners("end").once("end", forget);
  idleOf(server).set(connection, setTimeout(end, IDLE_MS).unref());
}

/** Ends a connection at once, whatever it's doing. */
export function dropConnection({ smtp, socket }: SmtpConnection): void {
  smtp.close();
  socket.destroy();
}

async function openSocket({ host, port }: SmtpServer, signal: AbortSignal): Promise<net.Socket> {
  const socket = net.connect({ host, port });
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (failure) {
    socket.destroy();
    throw signal.aborted ? signal.reason : failure;
  }
}

const TLS_OPTIONS = {
  tls: {},
  starttls: { requireTLS: true },
  starttls_if_offered: {},
  none: { ignoreTLS: true },
} as const satisfies Record<SmtpServer["security"], object>;

/**
 * Connects, checks the certificate and signs in.
 *
 * @param signal - ends the attempt; its reason is then thrown
 * @throws {NodemailerError} or the socket's error; nothing was sent
 */
export async function openConnection(
  server: SmtpServer,
  signal: AbortSignal,
): Promise<SmtpConnection> {
  signal.throwIfAborted();
  const socket = await openSocket(server, signal);
  const smtp = new SMTPConnection({
    connection: socket,
    host: server.host,
    secure: server.security === "tls",
    socketCloseTimeout: 1_000,
    ...TLS_OPTIONS[server.security],
  });
  const connection = { smtp, socket, sentCount: 0 };
  try {
    await withinSignal(connection, signal, (done) => {
      smtp.on("error", done);
      smtp.connect(done);
    });
    const { login } = server;
    if (login)
      await withinSignal(connection, signal, (done) => {
        smtp.login({ user: login.user, pass: login.password }, done);
      });
    return connection;
  } catch (error) {
    dropConnection(connection);
    throw error;
  }
}

/** Waits for one step of a connection. When the signal aborts, the connection ends. */
export function withinSignal(
  connection: SmtpConnection,
  signal: AbortSignal,
  start: (done: (error?: NodemailerError | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      dropConnection(connection);
      reject(signal.reason);
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    start((error) => {
      signal.removeEventListener("abort", abort);
      if (error) reject(error);
      else resolve();
    });
  });
}
