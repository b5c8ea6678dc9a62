import Box from "@mui/material/Box";
import { useMemo, useState } from "react";
import {
  foundLines,
  levelCounts,
  listedLines,
  LOG_LEVELS,
  type LogLevel,
  logLines,
} from "./log-lines.ts";
import { LogText } from "./log-text.tsx";
import { LevelChoice, LogSearch, Switched } from "./log-tools.tsx";

interface LogBodyProps {
  readonly name: string;
  readonly text: string;
  /** Where the text begins in the log, bytes. */
  readonly start: number;
  /** Whether the task may still write. */
  readonly isLive: boolean;
  readonly follows: boolean;
  readonly onFollows: (follows: boolean) => void;
}

const ALL_LEVELS: ReadonlySet<LogLevel> = new Set(LOG_LEVELS);

/** The lines of the loaded text with the search in them, their levels, and what is folded. */
export function LogBody({ name, text, start, isLive, follows, onFollows }: LogBodyProps) {
  const [words, setWords] = useState("");
  const [levels, setLevels] = useState(ALL_LEVELS);
  const [folds, setFolds] = useState(true);
  // The match that the search stands at, by the place of its line in the log: more may be loaded.
  const [place, setPlace] = useState<number>();
  const lines = useMemo(() => logLines(text, start), [text, start]);
  const counts = useMemo(() => levelCounts(lines), [lines]);
  const listed = useMemo(
    () => listedLines(lines, { levels, folds: folds && words === "" }),
    [lines, levels, folds, words],
  );
  const found = useMemo(() => foundLines(listed, words), [listed, words]);
  const placeOf = (at: number | undefined): number | undefined => {
    const of = at === undefined ? undefined : listed[at];
    return of?.is === "line" ? of.line.index : undefined;
  };
  // Without one it stands at the first.
  const at = Math.max(
    0,
    found.findIndex((each) => placeOf(each) === place),
  );
  const step = (by: 1 | -1): void => {
    onFollows(false);
    setPlace(placeOf(found.at((at + by) % found.length)));
  };
  const search = (wanted: string): void => {
    if (wanted !== "") onFollows(false);
    setWords(wanted);
  };
  if (text === "")
    return (
      <Box component="p" sx={{ color: "text.secondary" }}>
        {isLive ? "Nothing is written yet." : "The task wrote nothing."}
      </Box>
    );
  return (
    <>
      <Box sx={BAR}>
        <LogSearch words={words} onWords={search} found={found.length} at={at + 1} onStep={step} />
        <LevelChoice counts={counts} levels={levels} onLevels={setLevels} />
        <Switched
          label="Fold repeated lines"
          checked={folds}
          disabled={words !== ""}
          onChange={setFolds}
        />
        <Switched label="Follow the end" checked={follows} onChange={onFollows} />
      </Box>
      {listed.length === 0 ? (
        <Box component="p" sx={{ color: "text.secondary" }}>
          No line of the chosen levels.
        </Box>
      ) : (
        <LogText
          name={name}
          lines={listed}
          words={words}
          current={found[at]}
          follows={follows}
          onFollows={onFollows}
        />
      )}
    </>
  );
}

const BAR = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: 2,
  rowGap: 1,
  mb: 1,
} as const;
