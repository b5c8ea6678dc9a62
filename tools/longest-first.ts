import { BaseSequencer, type TestSpecification } from "vitest/node";

const isOfWholeProduct = ({ moduleId }: TestSpecification): boolean => moduleId.includes("/tools/");

/** Begins with what takes longest, whole servers and browsers, so that none of it goes on alone at last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's, of another class
    const sorted = await super.sort(files);
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((specs) => {
      const [long, others] = [true, false].map((isLong) =>
        specs.filter((spec) => isOfWholeProduct(spec) === isLong),
      );
      return long!.concat(others!);
    });
  }
}
