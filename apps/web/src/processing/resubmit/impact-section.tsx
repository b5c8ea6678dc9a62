import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { ResubmitImpact } from "@swath/contract/processing";
import { plural } from "../../ui/format/count.ts";
import { formatDuration } from "../../ui/format/duration.ts";
import { JOB_LOOK } from "../status/job-style.ts";

const duration = (seconds: number): string => formatDuration(seconds * 1_000);

/** What is overwritten, job by job, how long that took, and what is kept. */
export function ImpactSection({ impact }: { impact: ResubmitImpact }) {
  const { Overwritten: lost, Kept: kept, Seconds: seconds } = impact;
  return (
    <section aria-label="What is overwritten">
      {lost.length === 0 ? (
        <p>Nothing is overwritten: no job has a result yet.</p>
      ) : (
        <>
          <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: "1rem" }}>
            {plural(lost.length, "job")} overwritten, {duration(seconds)} of processing in all
          </Box>
          <Table size="small" aria-label="Jobs whose results are overwritten">
            <TableHead>
              <TableRow>
                <TableCell>Job</TableCell>
                <TableCell>Status</TableCell>
                <TableCell>QA user</TableCell>
                <TableCell align="right">Last run took</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {lost.map(({ Name, Label, Status, QAUser, Seconds }) => (
                <TableRow key={Name}>
                  <TableCell component="th" scope="row">
                    {Label}
                  </TableCell>
                  <TableCell>{JOB_LOOK[Status].label}</TableCell>
                  <TableCell>{QAUser ?? "–"}</TableCell>
                  <TableCell align="right">
                    {Seconds === null ? "not known" : duration(Seconds)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </>
      )}
      {kept.length === 0 ? null : (
        <Box sx={{ mt: 1, color: "text.secondary" }}>Kept: {kept.join(", ")}</Box>
      )}
    </section>
  );
}
