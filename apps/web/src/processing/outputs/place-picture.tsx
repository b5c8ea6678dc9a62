import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import HighlightOff from "@mui/icons-material/HighlightOff";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import type { Attempt, AttemptFile } from "@swath/contract/processing";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { plural } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import type { AttemptPlace } from "../records/attempt-queries.ts";
import { MOST_SHOWN_BYTES } from "../../ui/picture/picture-file.ts";
import { reportQuery } from "./shown-file.ts";
import { ToggleChoice } from "../../ui/form/toggle-choice.tsx";
import { type FigureGroup, figureGroups } from "./place-figures.ts";
import { PlaceMap } from "./place-map.tsx";

interface PlacePictureProps {
  readonly place: AttemptPlace;
  readonly of: Attempt;
  readonly file: AttemptFile;
}

/** The largest number of squares drawn; a stage writes about 400 tiles and 4,000 squares of pairs. */
const MOST_SQUARES = 20_000;
const TOO_LARGE = "These places are too large to be shown here";

/** The pairs, lines and tiles of an attempt; those that miss a bound are marked and named. */
export function PlacePicture({ place, of, file: { path, size } }: PlacePictureProps) {
  const isLarge = size > MOST_SHOWN_BYTES;
  const query = useQuery({ ...reportQuery(useApi(), place, path), enabled: !isLarge });
  if (isLarge) return <LoadFailure title={TOO_LARGE} />;
  return (
    <LoadedPart
      query={query}
      loading="Loading the places..."
      shape="picture"
      failed="The places could not be loaded"
    >
      {(text) => <Places text={text} of={of} />}
    </LoadedPart>
  );
}

function Places({ text, of }: { text: string; of: Attempt }) {
  const [chosen, setChosen] = useState<string>();
  const groups = figureGroups(text, of);
  if (groups === undefined) return <p>The stored file names no places.</p>;
  const group =
    groups.find(({ title }) => title === chosen) ??
    groups.find(({ missed }) => missed.length > 0) ??
    groups[0];
  const places = groups.flatMap(({ kept, missed }) => [...kept, ...missed]);
  if (places.reduce((sum, { squares }) => sum + squares.length + 1, 0) > MOST_SQUARES)
    return <LoadFailure title={TOO_LARGE} />;
  if (group === undefined) return <p>No pair, line or tile was measured.</p>;
  return (
    <Box sx={{ border: 1, borderColor: "divider", backgroundColor: "background.paper", p: 1.5 }}>
      {groups.length === 1 ? null : (
        <ToggleChoice
          label="Places"
          value={group.title}
          options={groups.map(({ title, missed: { length } }) => [
            title,
            `${safeText(title)}${length === 0 ? "" : `: ${length} missed`}`,
          ])}
          onChoose={setChosen}
          mb={1}
        />
      )}
      <Legend {...group} isNamed={groups.length === 1} />
      <PlaceMap {...group} />
      <Misses {...group} />
    </Box>
  );
}

const ENTRIES = [
  { of: "kept", label: "Keeps its bounds", color: "success.main", Icon: CheckCircleOutlined },
  { of: "missed", label: "Misses a bound", color: "error.main", Icon: HighlightOff },
] as const;

function Legend({ title, isNamed, ...group }: FigureGroup & { readonly isNamed: boolean }) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2.5 }}>
      {isNamed ? <strong>{safeText(title)}</strong> : null}
      <Box component="ul" aria-label="Legend" sx={{ m: 0, p: 0, display: "flex", gap: 2.5 }}>
        {ENTRIES.map(({ of, label, color, Icon }) => (
          <Box
            component="li"
            key={label}
            sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, color }}
          >
            <Icon aria-hidden="true" sx={{ fontSize: 18 }} />
            {label}: {group[of].length}
            {of === "missed" && group.missed.length > 0
              ? ", hatched, the worst with their values"
              : ""}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const MOST_NAMED = 30;

function Misses({ title, missed }: FigureGroup) {
  if (missed.length === 0) return null;
  const rest = missed.length - MOST_NAMED;
  return (
    <Box
      component="ul"
      aria-label={`${safeText(title)} that miss a bound`}
      sx={{ m: 0, mt: 1, pl: 2.5 }}
    >
      {missed.slice(0, MOST_NAMED).map(({ id, name, missed: bounds }) => (
        <li key={id}>
          <strong>{safeText(name)}</strong>: {bounds.map((words) => safeText(words)).join("; ")}
        </li>
      ))}
      {rest > 0 ? (
        <li>{plural(rest, "more place")} miss by less: places.json, under Files</li>
      ) : null}
    </Box>
  );
}
