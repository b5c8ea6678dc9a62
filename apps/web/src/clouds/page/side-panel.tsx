import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";
import type { Color } from "@swath/pointcloud/picture";
import { SelectField } from "../../ui/form/select-field.tsx";
import { className, colorOfClass } from "../look/class-names.ts";
import { colorOfLine } from "../look/color-points.ts";
import type { Census } from "../look/census.ts";
import { type ColorBy, type Hidden, type Look, type ReturnFilter } from "../look/look.ts";
import { Swatch } from "../look/swatch.tsx";
import { RampLegend } from "./ramp-legend.tsx";

export const COLOR_NAMES: Readonly<Record<ColorBy, string>> = {
  height: /* text */ "Height",
  class: /* text */ "Class",
  line: /* text */ "Line",
  difference: /* text */ "Line differences",
  intensity: /* text */ "Intensity",
  return: /* text */ "Return",
  time: /* text */ "GPS time",
  rgb: /* text */ "Colour",
  nir: /* text */ "Near infrared",
};
const RETURN_NAMES: readonly (readonly [ReturnFilter, string])[] = [
  ["all", /* text */ "All returns"],
  ["first", /* text */ "First returns"],
  ["last", /* text */ "Last returns"],
  ["single", /* text */ "Single returns"],
];
const BUDGETS = [
  ["250000", "250,000"],
  ["1000000", "1,000,000"],
  ["2000000", "2,000,000"],
  ["4000000", "4,000,000"],
] as const;
export type BudgetText = (typeof BUDGETS)[number][0];

const GROUND = 2;

interface SidePanelProps {
  readonly look: Look;
  readonly census: Census;
  readonly colors: readonly ColorBy[];
  readonly unit: string;
  readonly budget: BudgetText;
  readonly onColor: (color: ColorBy) => void;
  readonly onHidden: (hidden: Hidden) => void;
  readonly onBudget: (budget: BudgetText) => void;
}

/** What points look like, and which are shown. */
export function SidePanel({ look, census, colors, unit, budget, ...props }: SidePanelProps) {
  const { onColor, onHidden, onBudget } = props;
  const { hidden } = look;
  return (
    <Box
      component="section"
      aria-label="What is shown"
      sx={{
        display: "flex",
        flexDirection: "column",
        gap: 1.5,
        p: 1.5,
      }}
    >
      <SelectField
        label="Colour by"
        minWidth={150}
        value={look.by}
        options={colors.map((each) => [each, COLOR_NAMES[each]] as const)}
        onChange={onColor}
      />
      <RampLegend look={look} unit={unit} />
      <Choices
        title="Classes"
        all={census.classes}
        hidden={hidden.classes}
        nameOf={(code) => `${code} ${className(code)}`}
        colorOf={look.by === "class" ? colorOfClass : undefined}
        onHidden={(classes) => onHidden({ ...hidden, classes })}
      >
        {census.classes.includes(GROUND) ? (
          <Button
            size="small"
            onClick={() =>
              onHidden({
                ...hidden,
                classes: new Set(census.classes.filter((code) => code !== GROUND)),
              })
            }
          >
            Ground alone
          </Button>
        ) : null}
      </Choices>
      <Choices
        title="Flight lines"
        all={census.lines}
        hidden={hidden.lines}
        nameOf={(line) => `Line ${line}`}
        colorOf={look.by === "line" ? (line) => colorOfLine(look.lines.indexOf(line)) : undefined}
        onHidden={(lines) => onHidden({ ...hidden, lines })}
      />
      <SelectField
        label="Returns"
        minWidth={150}
        value={hidden.returns}
        options={RETURN_NAMES}
        onChange={(returns) => onHidden({ ...hidden, returns })}
      />
      <SelectField
        label="Points at most"
        minWidth={150}
        value={budget}
        options={BUDGETS}
        onChange={onBudget}
      />
    </Box>
  );
}

interface ChoicesProps {
  readonly title: string;
  readonly all: readonly number[];
  readonly hidden: ReadonlySet<number>;
  readonly nameOf: (each: number) => string;
  /** Undefined where colours say something else. */
  readonly colorOf: ((each: number) => Color) | undefined;
  readonly onHidden: (hidden: ReadonlySet<number>) => void;
  readonly children?: ReactNode;
}

function Choices({ title, all, hidden, nameOf, colorOf, onHidden, children }: ChoicesProps) {
  if (all.length === 0) return null;
  const toggle = (each: number): void => {
    const next = new Set(hidden);
    if (!next.delete(each)) next.add(each);
    onHidden(next);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 0.25, fontWeight: 650, fontSize: "0.8125rem" }}>
        {title}
      </Box>
      {all.map((each) => (
        <FormControlLabel
          key={each}
          sx={{ display: "flex", mx: 0, "& .MuiTypography-root": { fontSize: "0.8125rem" } }}
          control={
            <Checkbox
              size="small"
              sx={{ p: 0.25, mr: 0.5 }}
              checked={!hidden.has(each)}
              onChange={() => toggle(each)}
            />
          }
          label={
            <>
              {colorOf === undefined ? null : <Swatch color={colorOf(each)} />}
              {nameOf(each)}
            </>
          }
        />
      ))}
      <Box sx={{ display: "flex", flexWrap: "wrap" }}>
        {children}
        {hidden.size === 0 ? null : (
          <Button size="small" onClick={() => onHidden(new Set())}>
            All of them
          </Button>
        )}
      </Box>
    </Box>
  );
}
