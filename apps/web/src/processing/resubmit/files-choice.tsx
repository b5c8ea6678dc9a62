import Box from "@mui/material/Box";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import type { Preflight } from "@swath/contract/processing";
import { useId } from "react";
import { formatCount, plural } from "../../ui/format/count.ts";
import { NameList } from "../../ui/text/name-list.tsx";

interface FilesChoiceProps {
  readonly failed: NonNullable<Preflight["FailedTasks"]>;
  readonly onlyFailed: boolean;
  readonly onChange: (onlyFailed: boolean) => void;
}

const ALL = "all";
const FAILED = "failed";

/** All files, or those that failed: what is carried over is said. */
export function FilesChoice({ failed, onlyFailed, onChange }: FilesChoiceProps) {
  const { Attempt, Names, Failed, Kept, Refusal } = failed;
  const helpId = useId();
  const labelId = useId();
  return (
    <FormControl>
      <Box id={labelId} component="h3" sx={{ m: 0, fontSize: "1rem" }}>
        Files
      </Box>
      <RadioGroup
        aria-labelledby={labelId}
        aria-describedby={helpId}
        value={onlyFailed ? FAILED : ALL}
        onChange={(_, value) => onChange(value === FAILED)}
      >
        <FormControlLabel value={ALL} control={<Radio size="small" />} label="All files" />
        <FormControlLabel
          value={FAILED}
          disabled={Refusal !== null}
          control={<Radio size="small" />}
          label={`Only the ${formatCount(Failed)} that failed`}
        />
      </RadioGroup>
      <FormHelperText id={helpId} sx={{ mx: 0 }}>
        {Refusal ??
          (onlyFailed
            ? `The outputs of ${plural(Kept, "task")} of attempt ${Attempt} are carried over, made by its parameters.`
            : `In attempt ${Attempt}, ${plural(Kept, "task")} succeeded; all run again.`)}
      </FormHelperText>
      {onlyFailed ? <NameList names={Names} label="Files that run again" lines={4} /> : null}
    </FormControl>
  );
}
