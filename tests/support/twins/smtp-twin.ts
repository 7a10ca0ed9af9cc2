import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerError, type SMTPServerOptions } from "smtp-server";
import type { SmtpServer } from "#lib/core/settings/email-settings";
import type { Certificate } from "#tests/support/twins/certificates";
import { listen } from "#tests/support/twins/listen";

export type ReceivedMessage = { from: string; to: string[]; content: string; isSecure: boolean };

/** The step at which the next email goes wrong: the greeting, MAIL FROM, RCPT TO, or after the dot that ends the content. */
type Step = "greeting" | "envelope" | "recipient" | "content";
export type SmtpFault =
  | { at: Step; code: number; message?: string }
  | { at: Step; end: "drop" | "hang" };

export type SmtpTwinOptions = {
  /** Without one, the server has no TLS. */
  certificate?: Certificate;
  /** TLS from the start, instead of STARTTLS. */
  isTls?: boolean;
  /** The only user that may send; by default everyone may. */
  login?: { user: string; password: string };
};

function smtpError(code: number, message: string): SMTPServerError {
  return Object.assign(new Error(message), { responseCode: code });
}

/**
 * An SMTP server in this process, for tests. It accepts every email unless `failNext` says otherwise.
 *
 * `received` has every email whose content arrived completely, and `accepted` those with a 250.
 */
export async function startSmtpTwin(options: SmtpTwinOptions = {}) {
  const { certificate, isTls = false, login } = options;
  const received: ReceivedMessage[] = [];
  const accepted: ReceivedMessage[] = [];
  const faults: SmtpFault[] = [];
  const sockets = new Set<Socket>();
  const arrivals = new EventEmitter();
  let connectionCount = 0;
  let isLoginRejected = false;

  /** Fails a step if it's the next fault's, otherwise `succeed`s. */
  function takeStep(step: Step, fail: (error: Error) => void, succeed: () => void): void {
    if (faults[0]?.at !== step) {
      succeed();
      return;
    }
    const fault = faults.shift();
    arrivals.emit("fault");
    if (fault && "code" in fault) fail(smtpError(fault.code, fault.message ?? "no"));
    else if (fault?.end === "drop") for (const socket of sockets) socket.destroy();
  }

  const server = new SMTPServer({
    ...(certificate ?? {}),
    secure: isTls,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: certificate && !isTls ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password;
      if (isRight && !isLoginRejected) done(null, { user: username });
      else done(smtpError(535, `5.7.8 Wrong password for ${username}: ${password}`));
    },
    onConnect(_session, done) {
      takeStep("greeting", done, done);
    },
    onRcptTo(_address, _session, done) {
      takeStep("recipient", done, done);
    },
    onMailFrom(_address, _session, done) {
      takeStep("envelope", done, done);
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      void text(stream).then((content) => {
        const from = mailFrom ? mailFrom.address : "";
        const to = rcptTo.map(({ address }) => address);
        const message = { from, to, content, isSecure: session.secure };
        received.push(message);
        arrivals.emit("arrival");
        takeStep("content", done, () => {
          accepted.push(message);
          done();
        });
      });
    },
  } satisfies SMTPServerOptions);
  // A client that leaves, or a handshake that fails, is part of the tests.
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const port = await listen(server.server);
  const close = async () => {
    server.server.close();
    for (const socket of sockets) socket.destroy();
    await once(server.server, "close");
  };
  const security: SmtpServer["security"] = isTls ? "tls" : certificate ? "starttls" : "none";

  return {
    port,
    /** The address by name, which the certificate has to be for. */
    server: { host: "localhost", port, security, login: login ?? null } satisfies SmtpServer,
    received,
    accepted,
    connectionCount: () => connectionCount,
    failNext(...next: SmtpFault[]) {
      faults.push(...next);
    },
    /** Ends all connections and rejects every sign-in until the reset. */
    rejectLogins() {
      isLoginRejected = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Resolves once the next fault has happened. */
    faultTaken: () => once(arrivals, "fault"),
    /** Closes all connections, as a server does with idle ones. */
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    reset() {
      received.length = 0;
      accepted.length = 0;
      faults.length = 0;
      isLoginRejected = false;
    },
    /** Runs `work` while the twin isn't listening. */
    async whileAway(work: () => Promise<void>): Promise<void> {
      await close();
      try {
        await work();
      } finally {
        await listen(server.server, port);
      }
    },
    stop: close,
  };
}
