import Box from "@mui/material/Box";
import type { Attempt } from "@swath/contract/processing";
import { Comparison } from "./attempt-comparison.tsx";
import { attemptBefore, attemptOfJob } from "./attempt-labels.ts";
import { AttemptTable } from "./attempt-table.tsx";
import type { AttemptsPanelProps } from "./with-attempts.tsx";

/** The numbers of up to two attempts. */
type Chosen = readonly number[];

/** Toggles an attempt; a third choice replaces the earlier of two. */
const choose = (chosen: Chosen, attempt: number): Chosen =>
  chosen.includes(attempt)
    ? chosen.filter((each) => each !== attempt)
    : [...chosen.slice(-1), attempt];

/** The attempts of the address, or else the job's own and the one before it. */
function chosenOf(attempts: readonly Attempt[], address: AttemptsPanelProps["address"]): Chosen {
  const named = [address.attempt, address.with].filter((each) => each !== undefined);
  if (named.length > 0)
    return named.filter((each) => attempts.some(({ attempt }) => attempt === each));
  const own = attemptOfJob(attempts)!;
  // Where the job's own attempt is the first one, a later attempt.
  const other = attemptBefore(attempts, own) ?? attempts.find((each) => each !== own);
  return other === undefined ? [] : [own.attempt, other.attempt];
}

/** The attempts of a job, with comparison and restoring. */
export function AttemptsPanel(props: AttemptsPanelProps) {
  const { attempts, address, onAddress } = props;
  const chosen = chosenOf(attempts, address);
  // Latest first.
  const [second, first] = attempts.filter(({ attempt }) => chosen.includes(attempt));
  return (
    <>
      <AttemptTable
        {...props}
        chosen={chosen}
        onChoose={(number) => {
          const [attempt, other] = choose(chosen, number);
          onAddress({ ...address, attempt, with: other });
        }}
        onShow={(attempt) => onAddress({ ...address, panel: "results", attempt, with: undefined })}
      />
      {attempts.length < 2 ? null : (
        <Box component="section" aria-label="Comparison" sx={{ mt: 3 }}>
          {first === undefined || second === undefined ? (
            <p>Choose two attempts to compare them.</p>
          ) : (
            <Comparison
              key={`${first.attempt} ${second.attempt}`}
              place={{ processingId: address.processingId, job: address.job }}
              first={first}
              second={second}
              picture={address.picture}
              onPicture={(picture) => onAddress({ ...address, picture })}
            />
          )}
        </Box>
      )}
    </>
  );
}
