/** What is used of the system's C library; each call answers as its manual page says. */
export interface CLibrary {
  posix_spawnp(
    pid: Int32Array,
    file: string,
    actions: Buffer,
    attributes: Buffer,
    words: (string | null)[],
    environment: (string | null)[],
  ): number;
  posix_spawn_file_actions_init(actions: Buffer): number;
  posix_spawn_file_actions_destroy(actions: Buffer): number;
  posix_spawn_file_actions_adddup2(actions: Buffer, from: number, to: number): number;
  posix_spawn_file_actions_addchdir_np(actions: Buffer, path: string): number;
  posix_spawnattr_init(attributes: Buffer): number;
  posix_spawnattr_setflags(attributes: Buffer, flags: number): number;
  posix_spawnattr_setsigmask(attributes: Buffer, signals: Buffer): number;
  posix_spawnattr_setsigdefault(attributes: Buffer, signals: Buffer): number;
  pipe2(fds: Int32Array, flags: number): number;
  poll(fds: Int32Array, count: number, milliseconds: number): number;
  read(fd: number, buffer: Buffer, bytes: number): number;
  pread(fd: number, buffer: Buffer, bytes: number, at: number): number;
  close(fd: number): number;
  statx(folder: number, path: string, flags: number, mask: number, facts: Buffer): number;
  wait4(pid: number, status: Int32Array, options: number, usage: Buffer): number;
  prctl(option: number, value: number): number;
}

const DECLARATIONS: Readonly<Record<keyof CLibrary, string>> = {
  posix_spawnp: "(void *, const char *, const void *, const void *, const char **, const char **)",
  posix_spawn_file_actions_init: "(void *)",
  posix_spawn_file_actions_destroy: "(void *)",
  posix_spawn_file_actions_adddup2: "(void *, int, int)",
  posix_spawn_file_actions_addchdir_np: "(void *, const char *)",
  posix_spawnattr_init: "(void *)",
  posix_spawnattr_setflags: "(void *, short)",
  posix_spawnattr_setsigmask: "(void *, const void *)",
  posix_spawnattr_setsigdefault: "(void *, const void *)",
  pipe2: "(int *, int)",
  poll: "(void *, unsigned long, int)",
  read: "(int, void *, size_t)",
  pread: "(int, void *, size_t, long)",
  close: "(int)",
  statx: "(int, const char *, int, unsigned int, void *)",
  wait4: "(int, void *, int, void *)",
  prctl: "(int, unsigned long)",
};

/** The numbers of `posix-system.ts` and the layouts of structures are those of these systems. */
const KNOWN = process.platform === "linux" && ["x64", "arm64"].includes(process.arch);

/** Undefined where koffi or one of these calls is absent. */
export async function loadCLibrary(): Promise<CLibrary | undefined> {
  if (!KNOWN) return undefined;
  try {
    const { default: koffi } = await import("koffi");
    const library = koffi.load(null);
    const calls = Object.entries(DECLARATIONS).map(([name, parameters]) => [
      name,
      library.func(`int ${name}${parameters}`),
    ]);
    return Object.fromEntries(calls) as CLibrary;
  } catch {
    return undefined;
  }
}
