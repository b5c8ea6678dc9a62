const UNIT_TESTS = "**/*.test.ts";

/** The areas whose tests are measured, with the files that are mutated; paths from the root. */
export const AREAS = {
  contract: {
    mutate: ["packages/contract/src/**/*.ts"],
    tests: [`packages/contract/src/${UNIT_TESTS}`],
  },
  survey: {
    mutate: ["packages/survey/src/**/*.ts"],
    tests: [`packages/survey/src/${UNIT_TESTS}`],
  },
  engine: {
    mutate: ["packages/upload-engine/src/core/**/*.ts"],
    tests: [`packages/upload-engine/src/core/${UNIT_TESTS}`],
  },
  moves: {
    mutate: ["apps/server/src/**/move-rules.ts"],
    tests: ["apps/server/src/**/move-rules.test.ts"],
  },
};
