import Button from "@mui/material/Button";
import { may } from "@swath/contract/identity";
import { useState } from "react";
import { useConfig } from "../platform/config/config.ts";
import { useIdentity } from "../platform/session/session.ts";
import { lazyPart } from "../ui/load-part.ts";
import { Banner } from "./banner.tsx";
import { useTourProgress } from "./tour-progress.ts";

const SampleDialog = lazyPart(() => import("./sample-dialog.tsx"), "SampleDialog");
const TourBar = lazyPart(() => import("./tour-bar.tsx"), "TourBar");

/** What a newcomer to the demonstration is offered; nothing elsewhere. */
export function useDemonstration() {
  const { demonstration } = useConfig();
  const { roles } = useIdentity();
  const { step, set, isBannerClosed, closeBanner } = useTourProgress();
  const [isSampleOpen, setSampleOpen] = useState(false);
  if (!demonstration) return { banner: null, tour: null };
  const uploads = may(roles, "upload");
  const banner = isBannerClosed ? null : (
    <Banner onClose={closeBanner}>
      This is a demonstration: its flights, people and results are made up.
      {uploads ? (
        <>
          <Button size="small" sx={{ ml: 2 }} onClick={() => setSampleOpen(true)}>
            Get a sample folder
          </Button>
          {step === undefined ? (
            <Button size="small" onClick={() => set(0)}>
              Take the tour
            </Button>
          ) : null}
        </>
      ) : null}
    </Banner>
  );
  const tour = (
    <>
      {step === undefined || !uploads ? null : (
        <TourBar step={step} onStep={set} onSample={() => setSampleOpen(true)} />
      )}
      {isSampleOpen ? <SampleDialog onClose={() => setSampleOpen(false)} /> : null}
    </>
  );
  return { banner, tour };
}
