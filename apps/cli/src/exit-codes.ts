/** What `swath` ends with; docs/user-guide.md explains them to people. */
export const EXIT = {
  /** The data is ready, or the command did what it was asked for. */
  ready: 0,
  /** The upload failed, or the server does not answer. */
  failed: 1,
  /** The command was called in a wrong way. */
  usage: 2,
  /** The folder is blocked, or its warnings were not accepted. */
  blocked: 3,
  /** Nobody is signed in, or a sign-in was refused. */
  signIn: 4,
  /** Paused: the same command goes on. */
  paused: 5,
  /** Nothing was sent: the upload has data already, or is not this person's to send. */
  notSent: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a command ends early, in words for people; any other error is a bug. */
export class CommandProblem extends Error {
  override readonly name = "CommandProblem";
  readonly exit: ExitCode;

  constructor(exit: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.exit = exit;
  }
}
