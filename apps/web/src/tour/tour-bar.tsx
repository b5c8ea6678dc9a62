import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useLocation, useRouter } from "@tanstack/react-router";
import { flightQuery } from "../data/record-queries.ts";
import { useApi } from "../platform/api/api.ts";
import { POLL_FAST_MS, polling, usePolledQuery } from "../platform/query/polling.ts";
import { TOUR, TOUR_FLIGHT, type TourFacts } from "./tour-steps.ts";

function useTourFacts(): TourFacts {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data } = usePolledQuery({
    ...flightQuery(useApi(), TOUR_FLIGHT),
    ...polling(POLL_FAST_MS),
  });
  const lidar = data?.Uploads.find(({ Type }) => Type === "LiDAR");
  return { path, upload: lidar && { id: lidar._id, status: lidar.Status } };
}

interface TourBarProps {
  readonly step: number;
  readonly onStep: (step: number | undefined) => void;
  readonly onSample: () => void;
}

/** The tour's step, below every page: what to do, the way there, and the way out. */
export function TourBar({ step, onStep, onSample }: TourBarProps) {
  const router = useRouter();
  const facts = useTourFacts();
  const last = TOUR.length - 1;
  const at = Math.min(step, last);
  const { title, text, address, isDone } = TOUR[at]!;
  const done = isDone(facts);
  const go = (to: number): void => {
    onStep(to);
    router.history.push(TOUR[to]!.address(facts));
  };
  return (
    <Paper
      component="section"
      aria-label="Tour"
      square
      elevation={6}
      sx={{
        position: "sticky",
        bottom: 0,
        zIndex: "appBar",
        px: 2.5,
        py: 1.25,
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: 2,
        borderTop: 3,
        borderColor: "secondary.main",
      }}
    >
      <Box sx={{ flex: "1 1 420px" }} aria-live="polite">
        <Typography component="h2" variant="subtitle2">
          {at + 1} of {TOUR.length}: {title}
          {done ? " – done" : ""}
        </Typography>
        <Typography variant="body2">{text}</Typography>
      </Box>
      {at === 1 && !done ? (
        <Button variant="outlined" onClick={onSample}>
          Get a sample folder
        </Button>
      ) : null}
      <Box sx={{ display: "flex", gap: 1 }}>
        <Button disabled={at === 0} onClick={() => go(at - 1)}>
          Back
        </Button>
        <Button onClick={() => router.history.push(address(facts))}>Show me</Button>
        {at === last ? (
          <Button variant="contained" onClick={() => onStep(undefined)}>
            Finish
          </Button>
        ) : (
          <Button variant={done ? "contained" : "outlined"} onClick={() => go(at + 1)}>
            Next
          </Button>
        )}
        <Button color="inherit" onClick={() => onStep(undefined)}>
          Leave the tour
        </Button>
      </Box>
    </Paper>
  );
}
