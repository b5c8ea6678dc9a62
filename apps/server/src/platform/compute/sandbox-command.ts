/** A file or folder of this machine that a program is shown at its own path. */
export interface ShownPath {
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  /** Where a link of the root's own leads, as it is written. */
  readonly target?: string;
  readonly access: "read" | "write";
}

/** What a program in a sandbox sees and may use at most. */
export interface SandboxedProgram {
  readonly words: readonly string[];
  /** Where it starts. */
  readonly folder: string;
  readonly shown: readonly ShownPath[];
  readonly network: boolean;
  /** Of each of its processes. */
  readonly dataBytes: number;
  /** Of each file that it writes. */
  readonly fileBytes: number;
  /** All processes and threads together. */
  readonly processes: number;
  /** The user's and group's number that it runs under, where the runner may choose one. */
  readonly account: number;
}

/** The ways into a sandbox; `account` is that of root, who gives each program an account of its own. */
export type SandboxWay = "bubblewrap" | "unshare" | "account";

/** For `/tmp`, `/dev/shm` and the mount points themselves. */
const TEMPORARY_BYTES = 67_108_864;
const DEVICES = ["null", "zero", "full", "random", "urandom"].map((name) => `/dev/${name}`);

/** Limits that the kernel keeps, by util-linux' prlimit. */
const limited = (program: SandboxedProgram): readonly string[] => [
  "prlimit",
  "--core=0",
  `--nproc=${program.processes}`,
  `--data=${program.dataBytes}`,
  `--fsize=${program.fileBytes}`,
  "--",
];

/** Parents first, and none that a parent shows already. */
function needed(shown: readonly ShownPath[]): readonly ShownPath[] {
  const sorted = shown.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.filter((each, at) => {
    const above = sorted.slice(0, at).findLast(({ path, kind }) => isBelow(each.path, path, kind));
    const twin = sorted.findIndex(({ path }) => path === each.path);
    return above?.access !== each.access && twin === at;
  });
}

const isBelow = (path: string, folder: string, kind: ShownPath["kind"]): boolean =>
  kind !== "file" && path.startsWith(`${folder}/`);

function bubblewrapCommand(program: SandboxedProgram): readonly string[] {
  const words = needed(program.shown).flatMap(({ path, kind, target, access }) =>
    kind === "link"
      ? ["--symlink", target ?? "", path]
      : [access === "read" ? "--ro-bind" : "--bind", path, path],
  );
  return [
    ...`bwrap --unshare-user --unshare-ipc --unshare-pid --unshare-uts --die-with-parent --cap-drop ALL
      --proc /proc --dev /dev --size ${TEMPORARY_BYTES} --tmpfs /tmp
      --size ${TEMPORARY_BYTES} --tmpfs /dev/shm`.split(/\s+/),
    ...(program.network ? [] : ["--unshare-net"]),
    ...words,
    ...`--remount-ro / --remount-ro /proc --chdir`.split(" "),
    program.folder,
    "--",
    ...limited(program),
    ...program.words,
  ];
}

/** The new root, while it is made: over a folder that every system has and no program is shown. */
const ROOT = "/sys";

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
const quotedAll = (paths: readonly string[]): string =>
  paths.map((path) => quoted(ROOT + path)).join(" ");

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** A path as fstab(5) writes it. */
const escaped = (path: string): string =>
  path.replaceAll(/[\\\s#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, "0")}`);

const mounted = (path: string, options: string): string =>
  `${escaped(path)} ${escaped(ROOT + path)} none ${options} 0 0`;
/** What of the new root stays writable. */
const kept = (path: string): string =>
  `${ROOT}${path} ${ROOT}${path} none bind,nosuid,nodev,noexec 0 0`;

function table(shown: readonly ShownPath[]): string {
  return [
    kept("/tmp"),
    kept("/dev/shm"),
    ...shown.map(({ path, access }) =>
      mounted(path, access === "read" ? "rbind,ro,nosuid,nodev" : "bind,nosuid,nodev"),
    ),
    ...DEVICES.map((path) => mounted(path, "bind")),
    mounted("/proc", "rbind"),
  ].join("\n");
}

/** The shell's words that make the new root, and end in the program. */
function script(program: SandboxedProgram, before: string, account: string): string {
  const all = needed(program.shown);
  const [links, shown] = [
    all.filter(({ kind }) => kind === "link"),
    all.filter(({ kind }) => kind !== "link"),
  ];
  const [files, folders] = [
    shown.filter(({ kind }) => kind === "file").map(({ path }) => path),
    shown.filter(({ kind }) => kind === "folder").map(({ path }) => path),
  ];
  const parents = files.map(folderOf);
  return [
    "set -e",
    "umask 022",
    before,
    "mount -t proc -o ro,nosuid,nodev,noexec proc /proc",
    `mount -t tmpfs -o mode=755,size=${TEMPORARY_BYTES},nosuid,nodev swath ${ROOT}`,
    `mkdir -p -m 1777 ${quotedAll(["/tmp", "/dev/shm"])}`,
    `mkdir -p ${quotedAll(["/proc", "/old", ...parents, ...folders])}`,
    ...[...DEVICES, ...files].map((path) => `: > ${quotedAll([path])}`),
    links.length === 0 ? "" : `cp -P ${links.map(({ path }) => quoted(path)).join(" ")} ${ROOT}`,
    `ln -s /proc/self/fd ${ROOT}/dev/fd`,
    `printf '%s\\n' ${quoted(table(shown))} > ${ROOT}/fstab`,
    `mount --all --fstab ${ROOT}/fstab`,
    `cd ${ROOT}`,
    `PATH="$PATH:/usr/sbin:/sbin" pivot_root . old`,
    "umount -l /old",
    "rm -d /old /fstab",
    "mount -o remount,bind,ro /",
    `cd ${quoted(program.folder)}`,
    "umask 077",
    "unset OLDPWD",
    // Its first process only waits: it may be killed by no signal of the program's own.
    `exec ${limited(program).join(" ")} setpriv ${account} --inh-caps=-all --bounding-set=-all \
--no-new-privs -- /bin/sh -c 'command -v "$1" > /dev/null || exit 127; "$@"; exit "$?"' sh "$@"`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

const unshareWords = (
  program: SandboxedProgram,
  user: readonly string[],
  commands: string,
): readonly string[] => [
  "unshare",
  ...user,
  ..."--mount --pid --ipc --uts --fork --kill-child".split(" "),
  ...(program.network ? [] : ["--net"]),
  "--",
  "/bin/sh",
  "-c",
  commands,
  "sh",
  ...program.words,
];

/**
 * The folders of a task are root's, below one that is closed to others: what the program writes is given
 * to its account, and what it reads is opened, since tasks that run at once share files of it.
 */
function owned({ shown, account }: SandboxedProgram, own: readonly string[]): string {
  const of = (wanted: ShownPath["access"]): string =>
    shown
      .filter(({ path, access }) => access === wanted && own.includes(path))
      .map(({ path }) => quoted(path))
      .join(" ");
  const [read, write] = [of("read"), of("write")];
  return [
    read === "" ? "" : `chmod -R a+rX ${read}`,
    write === "" ? "" : `chown -R ${account}:${account} ${write}`,
  ].join("\n");
}

/**
 * The command that starts a program in a sandbox: no network unless it is wanted, processes of its own,
 * and a root that holds what it is shown and nothing else. `own` are the folders of its task.
 */
export function sandboxCommand(
  way: SandboxWay,
  program: SandboxedProgram,
  own: readonly string[],
): readonly string[] {
  if (way === "bubblewrap") return bubblewrapCommand(program);
  if (way === "unshare")
    return unshareWords(program, ["--user", "--map-root-user"], script(program, "", ""));
  const { account } = program;
  const drop = `--reuid=${account} --regid=${account} --clear-groups`;
  return unshareWords(program, [], script(program, owned(program, own), drop));
}
