import { allowPrograms } from "../platform/compute/testing/allow-programs.ts";
import { computeConformance } from "./conformance.ts";
import { localUnderTest } from "./testing/local-under-test.ts";

allowPrograms();

computeConformance("the local engine", () => localUnderTest("off"));
