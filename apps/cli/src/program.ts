import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { AppError } from "@swath/contract/errors";
import { apiCalls, readServerConfig } from "./api-calls.ts";
import { type Command, readCommand } from "./command-line.ts";
import { downloadCommand } from "./download/download-command.ts";
import { CommandProblem, EXIT, type ExitCode } from "./exit-codes.ts";
import { helpOf } from "./help.ts";
import { compareCommand, receiptCommand } from "./receipt/receipt-command.ts";
import { verifyCommand } from "./receipt/verify-command.ts";
import { AccessTokens } from "./sign-in/access-tokens.ts";
import { configFolder, SavedSignIn } from "./sign-in/saved-sign-in.ts";
import { type DeviceCode, DeviceProvider } from "./sign-in/device-provider.ts";
import type { Terminal } from "./terminal.ts";
import { uploadCommand } from "./upload/upload-command.ts";

const now = (): number => performance.now();

interface Parts {
  readonly environment: NodeJS.ProcessEnv;
  readonly terminal: Terminal;
  /** Puts out what was asked for, to be read or passed on. */
  readonly print: (text: string) => void;
}

/** Runs one command to its end; never rejects, and says why it ends. */
export async function runProgram(words: readonly string[], parts: Parts): Promise<ExitCode> {
  try {
    const command = readCommand(words, parts.environment);
    if (command.kind === "help") {
      parts.print(helpOf(command.of));
      return EXIT.ready;
    }
    return await runAt(command, parts);
  } catch (error) {
    parts.terminal.say(reasonOf(error));
    return error instanceof CommandProblem ? error.exit : exitOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return `The server refused: ${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}

function exitOf(error: unknown): ExitCode {
  const signIn = error instanceof AppError && error.code === "UNAUTHENTICATED";
  return signIn ? EXIT.signIn : EXIT.failed;
}

async function runAt(
  command: Exclude<Command, { kind: "help" }>,
  { environment, terminal }: Parts,
): Promise<ExitCode> {
  const { server } = command;
  const { deviceSignIn: settings, services, companions } = await readServerConfig(server);
  if (settings === undefined)
    throw new CommandProblem(EXIT.signIn, `${server.origin} has no sign-in for programs.`);
  const kept = new SavedSignIn(configFolder(environment), server);
  const provider = new DeviceProvider(settings);
  const show = ({ address, code }: DeviceCode): void =>
    terminal.say(`To sign in, open ${address} in any browser and enter the code ${code}`);
  const signedOut = new AbortController();
  const nobody = (): CommandProblem => {
    const problem = nobodySignedIn(server);
    signedOut.abort(problem);
    return problem;
  };
  const tokens = new AccessTokens({
    settings,
    provider,
    kept,
    show,
    now,
    ...(terminal.isInteractive ? {} : { nobody }),
  });
  if (command.kind === "logout") return logout(kept, provider, terminal);
  if (command.kind === "login") {
    await tokens.signIn();
    terminal.say("Signed in.");
    return EXIT.ready;
  }
  const parts = { api: apiCalls({ server, services, tokens }), server, terminal, companions };
  if (command.kind === "receipt") return receiptCommand(command, parts);
  if (command.kind === "compare") return compareCommand(command, parts);
  if (command.kind === "verify") return verifyCommand(command, parts);
  if (command.kind === "download") return downloadCommand(command, parts);
  const holder = randomBytes(16).toString("hex");
  const own = { fingerprint: newFingerprint(), holder, signedOut: signedOut.signal };
  return uploadCommand(command, { ...parts, ...own });
}

const nobodySignedIn = ({ origin }: URL): CommandProblem =>
  new CommandProblem(
    EXIT.signIn,
    `Nobody is signed in at ${origin}, and there is no terminal to ask at. Sign in first, by the same user: swath login --server ${origin}`,
  );

/** Forgets the sign-in here first: the provider may be away. */
async function logout(
  kept: SavedSignIn,
  provider: DeviceProvider,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await kept.read();
  await kept.remove();
  if (found !== undefined) await provider.revoke(found.refreshToken);
  terminal.say("Signed out.");
  return EXIT.ready;
}

const MOST_OF_NAME = 64;

/** Tells people which machine sends, and one run of the program from the next. */
export function newFingerprint(machine = hostname()): string {
  const name = machine.replaceAll(/[^\w-]/g, "_").slice(0, MOST_OF_NAME);
  return `swath-cli-${name}-${randomBytes(8).toString("hex")}`;
}
