import ImageNotSupportedOutlined from "@mui/icons-material/ImageNotSupportedOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import type { Attempt, AttemptFile } from "@swath/contract/processing";
import { useEffect, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { LoadFailure, Notice } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { AttemptPicture } from "../outputs/attempt-picture.tsx";
import { captionOf, shapeOf, stemOf } from "../outputs/shown-file.ts";
import { ToggleChoice } from "../../ui/form/toggle-choice.tsx";
import { filesQuery, type JobPlace } from "../records/attempt-queries.ts";
import { Swipe } from "./swipe.tsx";

const MODES = { swipe: "Swipe", side: "Side by side", flicker: "Flicker" } as const;
type Mode = keyof typeof MODES;
/** No higher than the window is wide. */
const HEIGHT = "min(max(340px, calc(100vh - 420px)), 100vw)";
/** Slower than three changes per second, which can trigger seizures. */
const FLICKER_MS = 700;
const WHOLE = { width: 1, height: 1, minHeight: 0, objectFit: "contain" } as const;

interface ComparedPicturesProps {
  readonly place: JobPlace;
  readonly first: Attempt;
  readonly second: Attempt;
  readonly shown: string | undefined;
  readonly onShow: (path: string) => void;
}

const picturesOf = (files: readonly AttemptFile[] | undefined): readonly AttemptFile[] =>
  files?.filter((file) => shapeOf(file) === "picture") ?? [];

/** The pictures that both attempts left, above or beside each other. */
export function ComparedPictures({ place, first, second, shown, onShow }: ComparedPicturesProps) {
  const api = useApi();
  const files = [first, second].map((of) => filesQuery(api, { ...place, attempt: of.attempt }));
  const a = useQuery({ ...files[0]!, enabled: first.kept });
  const b = useQuery({ ...files[1]!, enabled: second.kept });
  const [mode, setMode] = useState<Mode>("swipe");
  if (!first.kept || !second.kept)
    return (
      <Nothing title="The pictures of one attempt were removed">
        Its measures, parameters and times are compared.
      </Nothing>
    );
  const error = a.error ?? b.error;
  if (error !== null)
    return <LoadFailure title="The outputs could not be loaded" failure={error} />;
  if (a.data === undefined || b.data === undefined)
    return <Waiting text="Loading their outputs..." fill shape="picture" />;
  // Earlier versions wrote PNG files where later ones write SVG.
  const seconds = new Map(picturesOf(b.data).map((file) => [stemOf(file.path), file]));
  const both = picturesOf(a.data).flatMap((file) => {
    const other = seconds.get(stemOf(file.path));
    return other === undefined ? [] : [[file, other] as const];
  });
  const pair = both.find(([{ path }]) => path === shown) ?? both[0];
  if (pair === undefined)
    return (
      <Nothing title="Both left no picture of the same name">
        There is nothing to lay side by side.
      </Nothing>
    );
  const [one, other] = [
    { place: { ...place, attempt: first.attempt }, file: pair[0] },
    { place: { ...place, attempt: second.attempt }, file: pair[1] },
  ];
  const names = [`Attempt ${first.attempt}`, `Attempt ${second.attempt}`] as const;
  return (
    <Box component="section" aria-label="Pictures of both" sx={{ minWidth: 0 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1 }}>
        <ToggleChoice
          label="Picture"
          value={pair[0].path}
          options={both.map(([{ path }]) => [path, captionOf(path)])}
          onChoose={onShow}
        />
        <ToggleChoice
          label="How they are compared"
          value={mode}
          options={Object.entries(MODES)}
          onChoose={(value) => setMode(value as Mode)}
        />
      </Box>
      <Box
        key={pair[0].path}
        sx={{ border: 1, borderColor: "divider", backgroundColor: "action.hover" }}
      >
        {mode === "swipe" ? (
          <Swipe
            leftName={names[0]}
            rightName={names[1]}
            height={HEIGHT}
            left={<AttemptPicture {...one} sx={WHOLE} />}
            right={<AttemptPicture {...other} sx={WHOLE} />}
          />
        ) : null}
        {mode === "side" ? (
          <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" }, gap: 1 }}>
            {[one, other].map((each, index) => (
              <Box component="figure" key={names[index]} sx={{ m: 0, minWidth: 0, p: 1 }}>
                <figcaption>{names[index]}</figcaption>
                <AttemptPicture {...each} sx={{ width: 1, height: "auto" }} />
              </Box>
            ))}
          </Box>
        ) : null}
        {mode === "flicker" ? <Flicker names={names} pictures={[one, other]} /> : null}
      </Box>
    </Box>
  );
}

function Nothing({ title, children }: { title: string; children: string }) {
  return (
    <Notice Icon={ImageNotSupportedOutlined} title={title}>
      {children}
    </Notice>
  );
}

type Picture = Pick<Parameters<typeof AttemptPicture>[0], "place" | "file">;

interface FlickerProps {
  readonly names: readonly [string, string];
  readonly pictures: readonly [Picture, Picture];
}

/** Shows both in turn at one place, so that differences seem to move. */
function Flicker({ names, pictures }: FlickerProps) {
  const [shown, setShown] = useState<0 | 1>(0);
  const [runs, setRuns] = useState(true);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setShown((now) => (now === 0 ? 1 : 0)), FLICKER_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return (
    <>
      <Box sx={{ position: "relative", height: HEIGHT }}>
        {pictures.map((picture, index) => (
          <Box
            key={names[index]}
            sx={{ position: "absolute", inset: 0, display: "grid", placeItems: "center" }}
            style={{ visibility: index === shown ? "visible" : "hidden" }}
          >
            <AttemptPicture {...picture} sx={WHOLE} />
          </Box>
        ))}
      </Box>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, p: 1 }}>
        <strong>{names[shown]}</strong>
        <Button size="small" onClick={() => setRuns(!runs)}>
          {runs ? "Pause" : "Resume"}
        </Button>
        <Button
          size="small"
          onClick={() => {
            setRuns(false);
            setShown(shown === 0 ? 1 : 0);
          }}
        >
          Show the other
        </Button>
      </Box>
    </>
  );
}
