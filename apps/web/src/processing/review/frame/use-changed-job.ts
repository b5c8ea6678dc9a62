import { useState } from "react";
import type { JobRow } from "../../rows/processing-row.ts";
import { jobStyle } from "../../status/job-style.ts";

const isSame = (a: JobRow, b: JobRow): boolean =>
  a.status === b.status &&
  a.qaUser === b.qaUser &&
  a.attempts === b.attempts &&
  a.active === b.active;

function changeOf(before: JobRow, now: JobRow): string {
  const [was, is] = [jobStyle(before.status, before).label, jobStyle(now.status, now).label];
  if (was !== is) return `${was} → ${is}${now.qaUser === null ? "" : `, by ${now.qaUser}`}`;
  if (before.active !== now.active) return now.active ? "utilised again" : "superseded";
  return before.attempts === now.attempts
    ? `its QA is by ${now.qaUser ?? "none"}`
    : `attempt ${now.attempts} followed`;
}

/** What became of a job while it was reviewed, unless the reviewer did it. */
export function useChangedJob(job: JobRow) {
  const [seen, setSeen] = useState(job);
  const [isOwn, setOwn] = useState(false);
  const isChanged = !isSame(seen, job);
  if (isChanged && isOwn) {
    setSeen(job);
    setOwn(false);
  }
  return {
    /** In words; undefined while the job is as it was. */
    change: isChanged && !isOwn ? changeOf(seen, job) : undefined,
    /** The reviewer has changed it. */
    onOwnChange: () => setOwn(true),
    onRead: () => setSeen(job),
  };
}
