/** A member of an `ar` archive, as a Debian package is one (deb(5)). */
export interface Member {
  readonly name: string;
  readonly size: number;
}

const MAGIC = "!<arch>\n";
const MOST_NAME = 16;
const MOST_SIZE = 9_999_999_999;

/** A member's header (ar(5)): the name, then time, owner, group, mode and size as decimal text. */
function header({ name, size }: Member, seconds: number): string {
  if (name.length > MOST_NAME || size > MOST_SIZE)
    throw new Error(`${name} of ${size} bytes is too long for an ar archive`);
  const fields = [
    name.padEnd(16),
    String(seconds).padEnd(12),
    "0".padEnd(6),
    "0".padEnd(6),
    "100644".padEnd(8),
    String(size).padEnd(10),
  ];
  return `${fields.join("")}\`\n`;
}

/** Members stand at even offsets: a newline fills the gap after one of odd length. */
const paddingOf = ({ size }: Member): string => (size % 2 === 0 ? "" : "\n");

/** The bytes of an archive, where members' own come by `read`. */
export async function* arBytes<M extends Member>(
  members: readonly M[],
  seconds: number,
  read: (member: M) => AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(MAGIC);
  for (const member of members) {
    yield Buffer.from(header(member, seconds));
    yield* read(member);
    yield Buffer.from(paddingOf(member));
  }
}
