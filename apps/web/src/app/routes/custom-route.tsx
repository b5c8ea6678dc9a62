import { useNavigate, useSearch } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { startTransition, useOptimistic } from "react";
import { readCustomAddress } from "../../processing/custom/custom-address.ts";
import { CustomPage } from "../../processing/custom-page.tsx";
import { useIdentity } from "../../platform/session/session.ts";
import { NoAreaPage } from "../pages/other-pages.tsx";

/** Custom processing; all that was chosen is in the address. */
export function CustomRoute() {
  const address = useSearch({ from: "/signed-in/processing-area/ip/custom_processing/sensor" });
  const navigate = useNavigate();
  const { roles } = useIdentity();
  // What is chosen is drawn at once: the next choice would else be made on the address of before.
  const [chosen, choose] = useOptimistic(address);
  if (!may(roles, "changeProcessings")) return <NoAreaPage />;
  return (
    <CustomPage
      address={chosen}
      onAddress={(next, replace) =>
        startTransition(async () => {
          const search = readCustomAddress({ ...next });
          choose(search);
          await navigate({ to: "/ip/custom_processing/sensor", search, replace });
        })
      }
      onDone={() => void navigate({ to: "/ip" })}
    />
  );
}
