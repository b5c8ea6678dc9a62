import { type CloudFinding, FINDING_KINDS } from "@swath/contract/processing";

/** What is wrong, and where, on one line. */
export function findingTitle({ kind, line, place }: CloudFinding): string {
  const where = `${place.x.toFixed(2)}, ${place.y.toFixed(2)}`;
  return `${FINDING_KINDS[kind]}${line === null ? "" : `, line ${line}`}, at ${where}`;
}

/** The open findings of a job as issue and resolution of its QA Log. */
export function issueOf(findings: readonly CloudFinding[], job: string) {
  const open = findings.filter((finding) => finding.job === job && !finding.closed);
  const numbered = (of: (finding: CloudFinding) => string | undefined): string =>
    open
      .flatMap((finding, n) => {
        const words = of(finding);
        return words === undefined ? [] : [`${n + 1}. ${words}`];
      })
      .join("\n");
  return {
    description: numbered((finding) => `${findingTitle(finding)}: ${finding.words}`),
    resolution: numbered(({ answers }) => answers.at(-1)?.words),
  };
}
