import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import type { ProjectProgress } from "@swath/contract/overview";
import { formatCount } from "../ui/text/format.ts";
import { FORCED_COLORS } from "../ui/theme/theme.ts";

type Steps = Pick<ProjectProgress, "planned" | "flown" | "uploaded" | "processed" | "delivered">;

const MIDDLE_BLUE = { bgcolor: "#4672bd" } as const;

/** The steps of a sensor log, the furthest first; each is among the one below it. */
const STEPS = [
  ["delivered", { bgcolor: "success.main" }],
  // The dark look's own blue is that of the step before.
  ["processed", [{ bgcolor: "primary.main" }, (theme) => theme.applyStyles("dark", MIDDLE_BLUE)]],
  ["uploaded", { bgcolor: "info.main" }],
  ["flown", { bgcolor: "secondary.main" }],
  ["planned", { bgcolor: "divider" }],
] as const satisfies readonly (readonly [keyof Steps, SxProps<Theme>])[];

/** How many logs got as far as a step, and no further. */
export function segmentsOf(steps: Steps): readonly { step: keyof Steps; count: number }[] {
  let further = 0;
  return STEPS.map(([step]) => {
    const reached = Math.max(further, steps[step] ?? 0);
    const count = reached - further;
    further = reached;
    return { step, count };
  });
}

/** The figures in words, the first step first: `10 of 12 flown`. */
export function figuresOf(steps: Steps): string {
  const planned = formatCount(steps.planned);
  const words = STEPS.toReversed()
    .slice(1)
    .flatMap(([step]) => {
      const count = steps[step];
      return count === null ? [] : [`${formatCount(count)} ${step}`];
    });
  return `${planned} planned: ${words.join(", ")}`;
}

const SYSTEM = { [FORCED_COLORS]: { forcedColorAdjust: "none" } } as const;

/** A box in the colour of a step. */
const groundOf = (step: keyof Steps, box: SxProps<Theme>): SxProps<Theme> =>
  [STEPS.find(([name]) => name === step)![1], box, SYSTEM].flat();

/** How far the sensor logs of a project are, as one bar; its figures stand beside it. */
export function ProgressBar({ of }: { readonly of: Steps }) {
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: "flex",
        gap: "1px",
        height: 10,
        borderRadius: 5,
        overflow: "hidden",
        [FORCED_COLORS]: { outline: "1px solid CanvasText" },
      }}
    >
      {segmentsOf(of)
        .filter(({ count }) => count > 0)
        .map(({ step, count }) => (
          <Box key={step} sx={groundOf(step, { flexGrow: count, flexBasis: 0, minWidth: 3 })} />
        ))}
    </Box>
  );
}

/** Which colour stands for which step. */
export function StepLegend() {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5 }}>
      {STEPS.toReversed().map(([step]) => (
        <Box
          component="span"
          key={step}
          sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, color: "text.secondary" }}
        >
          <Box
            aria-hidden="true"
            sx={groundOf(step, { width: 10, height: 10, borderRadius: "3px" })}
          />
          {step}
        </Box>
      ))}
    </Box>
  );
}
