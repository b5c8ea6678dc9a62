import Box from "@mui/material/Box";
import type { Attempt } from "@swath/contract/processing";
import type { PanelProps } from "../records/review-address.ts";
import { Comparison } from "./attempt-comparison.tsx";
import { attemptBefore, attemptOfJob } from "./attempt-labels.ts";
import { AttemptTable } from "./attempt-table.tsx";
import { WithAttempts } from "./with-attempts.tsx";

/** The numbers of up to two attempts. */
export type Chosen = readonly number[];

/** Toggles an attempt; a third choice replaces the earlier of two. */
function choose(chosen: Chosen, attempt: number): Chosen {
  if (chosen.includes(attempt)) return chosen.filter((each) => each !== attempt);
  return [...chosen.slice(-1), attempt];
}

/** The attempts of the address, or else the job's own and the one before it. */
function chosenOf(attempts: readonly Attempt[], address: PanelProps["address"]): Chosen {
  const named = [address.attempt, address.with].filter((each) => each !== undefined);
  if (named.length > 0)
    return named.filter((each) => attempts.some(({ attempt }) => attempt === each));
  const own = attemptOfJob(attempts)!;
  // Where the job's own attempt is the first one, a later attempt.
  const other = attemptBefore(attempts, own) ?? attempts.find((each) => each !== own);
  return other === undefined ? [] : [own.attempt, other.attempt];
}

/** The attempts of a job, with comparison and restoring. */
export function AttemptsPanel({ row, job, address, onAddress, onOwnChange }: PanelProps) {
  return (
    <WithAttempts place={address} job={job}>
      {(attempts) => {
        const chosen = chosenOf(attempts, address);
        const [first, second] = chosen.toSorted((a, b) => a - b);
        const found = (number: number | undefined) =>
          attempts.find(({ attempt }) => attempt === number);
        const pair = [found(first), found(second)] as const;
        return (
          <>
            <AttemptTable
              row={row}
              job={job}
              attempts={attempts}
              chosen={chosen}
              onOwnChange={onOwnChange}
              onChoose={(number) => {
                const [attempt, other] = choose(chosen, number);
                onAddress({ ...address, attempt, with: other });
              }}
              onShow={(attempt) =>
                onAddress({ ...address, panel: "results", attempt, with: undefined })
              }
            />
            {attempts.length < 2 ? null : (
              <Box component="section" aria-label="Comparison" sx={{ mt: 3 }}>
                {pair[0] === undefined || pair[1] === undefined ? (
                  <p>Choose two attempts to compare them.</p>
                ) : (
                  <Comparison
                    key={`${first} ${second}`}
                    place={{ processingId: address.processingId, job: address.job }}
                    first={pair[0]}
                    second={pair[1]}
                    picture={address.picture}
                    onPicture={(picture) => onAddress({ ...address, picture })}
                  />
                )}
              </Box>
            )}
          </>
        );
      }}
    </WithAttempts>
  );
}
