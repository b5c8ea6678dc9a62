const WORDS: Readonly<Record<string, string>> = {
  EACCES: "no permission to read it",
  EPERM: "no permission to read it",
  ENOENT: "gone while the folder was read",
  EIO: "the drive cannot read it",
  ENAMETOOLONG: "its path is too long for this system",
  ENXIO: "the drive is gone",
  ENODEV: "the drive is gone",
  ESTALE: "the drive is gone",
};

/** The system ran out of something: nothing is wrong with what it was asked for. */
const OWN = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/** Why a file could not be read: the system's reason in words, or what the error says. */
export function readingReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? systemReason(error) : error.message;
}

/** Why the system refused a file or a folder, in words; throws what is no such refusal. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined || OWN.has(code)) throw error;
  const words = WORDS[code];
  return words === undefined ? code : `${words} (${code})`;
}
