/** A commit, newest first in a list of them. */
interface Commit {
  readonly subject: string;
}

/** What a release changed: the commits since the one before, newest first. */
export interface ReleasedChanges {
  readonly version: string;
  /** `2026-11-30` */
  readonly day: string;
  readonly commits: readonly Commit[];
}

const SUBJECT = /^([a-z][a-z0-9 _-]{0,30}(?:, [a-z][a-z0-9 _-]{0,30})*): (.+)$/;
const OTHER = "other";
/** What nobody who runs Swath sees. */
const INSIDE: ReadonlySet<string> = new Set([
  "test",
  "tests",
  "lab",
  "e2e",
  "bench",
  "tools",
  "ci",
  "lint",
]);

function readSubject(subject: string) {
  const [, area = OTHER, text = subject] = SUBJECT.exec(subject) ?? [];
  return { area, text };
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_<>[\]]/g, String.raw`\$&`);

function sectionOf(area: string, texts: readonly string[]): string {
  return `### ${area}\n\n${texts.map((text) => `- ${escaped(text)}\n`).join("")}`;
}

/** A release's section: its commits by the area that their subjects begin with, oldest first. */
export function changesOf({ version, day, commits }: ReleasedChanges): string {
  const changes = commits.map(({ subject }) => readSubject(subject)).toReversed();
  const seen = changes.filter(({ area }) => !INSIDE.has(area));
  const inside = changes.length - seen.length;
  const areas = Map.groupBy(seen, ({ area }) => area);
  const sections = [...areas.keys()]
    .toSorted(
      (one, other) => Number(one === OTHER) - Number(other === OTHER) || (one < other ? -1 : 1),
    )
    .map((area) =>
      sectionOf(
        area,
        (areas.get(area) ?? []).map(({ text }) => text),
      ),
    );
  const rest = inside === 0 ? [] : [`And ${inside} of tests and tools.\n`];
  return [`## ${version} (${day})\n`, ...sections, ...rest].join("\n");
}

const HEAD = `# Changes

One section a release, by area. What an administrator does for an upgrade stands in the
[upgrade notes](docs/operations/upgrade-notes/README.md).
`;

/** The sections of a changelog, by version, newest first. */
function sectionsOf(changelog: string): { readonly version: string; readonly text: string }[] {
  return changelog
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({ version: /^## (\S+)/.exec(text)?.[1] ?? "", text: text.trimEnd() }));
}

/** A changelog with a release's section in its first place, or in that of the same version. */
export function withRelease(changelog: string, released: ReleasedChanges): string {
  const others = sectionsOf(changelog).filter(({ version }) => version !== released.version);
  const sections = [changesOf(released).trimEnd(), ...others.map(({ text }) => text)];
  return `${[HEAD.trimEnd(), ...sections].join("\n\n")}\n`;
}
